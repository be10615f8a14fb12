import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { isChunkError } from "@tessera/federation/runtime/load-error.ts";
import type { Services } from "./services.ts";

/** Errors that nothing handled lead to the error page; a request that was refused or never arrived is only said. Returns what ends it. */
export function followErrors({ fatal, notices }: Pick<Services, "fatal" | "notices">): () => void {
  const handle = (error: unknown) => {
    // Chunk errors reload the page (runtime/boot.ts), an aborted request was meant to end.
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

/** A file that this browser cannot read as a program: whoever loads it finds its content missing, and its area alone shows that. */
const isUnparsed = (error: unknown) => error instanceof SyntaxError && !/\n\s+at /.test(error.stack ?? "");
