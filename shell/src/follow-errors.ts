import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { isChunkError } from "@tessera/federation/runtime/load-error.ts";
import type { Services } from "./services.ts";

/**
 * Unhandled errors open the error page; a request that was refused or never arrived only shows a notice. Returns what
 * stops it.
 */
export function followErrors({ fatal, notices }: Pick<Services, "fatal" | "notices">): () => void {
  const handle = (error: unknown) => {
    // Chunk errors reload the page (runtime/boot.ts); an aborted request was aborted on purpose.
    if (!(error instanceof Error) || error.name === "AbortError" || isChunkError(error)) return;
    if (error instanceof ProblemError) notices.show({ intent: "error", message: error.message });
    else if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message))
      notices.show({ intent: "error", message: "The server cannot be reached. Check your connection and try again." });
    else fatal.set(error);
  };
  const onError = ({ error }: ErrorEvent) => {
    if (!isUnparsed(error)) handle(error);
  };
  const onRejection = (event: PromiseRejectionEvent) => handle(event.reason);
  addEventListener("error", onError);
  addEventListener("unhandledrejection", onRejection);
  return () => {
    removeEventListener("error", onError);
    removeEventListener("unhandledrejection", onRejection);
  };
}

/**
 * A script that this browser cannot parse: the area that loads it finds its content missing, and only that area shows
 * it.
 */
const isUnparsed = (error: unknown) => error instanceof SyntaxError && !/\n\s+at /.test(error.stack ?? "");
