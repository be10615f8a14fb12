import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { matchRoute } from "@tessera/federation/route-rules.ts";
import { isChunkError } from "@tessera/federation/runtime/load-error.ts";
import type { Services } from "./services.ts";

type Needs = Pick<Services, "composition" | "blame" | "failures" | "fatal" | "notices">;

/**
 * Unhandled errors open the error page: in the outlet of the remote whose code threw, over the page when it was the
 * shell's. A remote that is not on the page costs a notice; so does a request that was refused or never arrived.
 * `path`: of the page that is shown. Returns what stops it.
 */
export function followErrors(services: Needs, path: () => string): () => void {
  const { notices } = services;
  const reported = new Set<string>();
  const handle = (error: unknown, file?: string) => {
    // Chunk errors reload the page (runtime/boot.ts); an aborted request was aborted on purpose.
    if (!(error instanceof Error) || error.name === "AbortError" || isChunkError(error)) return;
    if (error instanceof ProblemError) notices.show({ intent: "error", message: error.message });
    else if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message))
      notices.show({ intent: "error", message: "The server cannot be reached. Check your connection and try again." });
    else contain(services, reported, { error, file, path: path() });
  };
  const onError = ({ error, filename }: ErrorEvent) => {
    if (!isUnparsed(error)) handle(error, filename);
  };
  const onRejection = (event: PromiseRejectionEvent) => handle(event.reason);
  addEventListener("error", onError);
  addEventListener("unhandledrejection", onRejection);
  return () => {
    removeEventListener("error", onError);
    removeEventListener("unhandledrejection", onRejection);
  };
}

interface Unhandled {
  error: Error;
  file?: string;
  /** Of the page that is shown. */
  path: string;
}

/** `reported`: what was said already, so that a remote that throws in a loop is one notice on each page. */
function contain(
  { composition, blame, failures, fatal, notices }: Needs,
  reported: Set<string>,
  { error, file, path }: Unhandled,
): void {
  const { shell, remotes } = composition;
  const page = matchRoute(composition, path);
  const culprit = blame(error, file) ?? page?.app ?? shell.name;
  const key = `${culprit} ${path}`;
  if (culprit === shell.name) fatal.set(error);
  else if (culprit === page?.owner || culprit === page?.app) failures.add(culprit, error);
  else if (!reported.has(key)) {
    reported.add(key);
    const title = remotes.find(({ name }) => name === culprit)?.title ?? culprit;
    notices.show({
      intent: "error",
      message: `${title} had a problem that does not affect this page: ${error.message}`,
    });
  }
}

/**
 * A script that this browser cannot parse: the area that loads it finds its content missing, and only that area shows
 * it.
 */
const isUnparsed = (error: unknown) => error instanceof SyntaxError && !/\n\s+at /.test(error.stack ?? "");
