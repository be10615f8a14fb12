import type { Log } from "./log.ts";

/**
 * An error that nobody handles leaves the process in a state nobody knows: it is logged and the process ends, for
 * whatever starts it again. Nothing that was answered is lost by it, jobs continue after the next start.
 */
export function exitOnUnhandledErrors(log: Log): void {
  const end = (error: unknown) => {
    log.error(
      { err: error instanceof Error ? error : new Error(String(error)) },
      "An error that nobody handled: the process ends",
    );
    process.exit(1);
  };
  process.on("uncaughtException", end);
  process.on("unhandledRejection", end);
}
