import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { isChunkError } from "@tessera/federation/runtime/load-error.ts";
import { useEffect } from "react";
import { useServices } from "../services.ts";

/** An answer of a service, or none, is not the fault of the code that asked. */
export function isReleaseFault(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ProblemError || error.name === "AbortError") return false;
  return isChunkError(error) || !(error instanceof TypeError && /fetch|network|load failed/i.test(error.message));
}

/** An error that a boundary of the shell caught raises no event on the page: it is reported here. */
export function useReported(error: unknown): void {
  const { composition, reportFailure } = useServices();
  useEffect(() => {
    if (isReleaseFault(error)) reportFailure(composition.shell.name, error);
  }, [error, composition, reportFailure]);
}
