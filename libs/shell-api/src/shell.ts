import type { ShellApi } from "./types.ts";

let provided: ShellApi | null = null;
const waiting: ((api: ShellApi) => void)[] = [];

/** Called once by the shell, and by tests. */
export function provideShell(api: ShellApi): void {
  provided = api;
  for (const run of waiting.splice(0)) run(api);
}

/** Runs once the shell is there. A remote's code may be evaluated earlier: the page loads both at the same time. */
export function whenShell(run: (api: ShellApi) => void): void {
  if (provided) run(provided);
  else waiting.push(run);
}

/** The shell's services. @throws Error when no shell has provided them */
export function shell(): ShellApi {
  if (!provided)
    throw new Error(
      "No shell has been provided: a remote runs inside the shell, and a test calls provideShell(mockShell())",
    );
  return provided;
}
