import { useEffect, useSyncExternalStore } from "react";
import type { Command, PaletteSource, ShellApi } from "./types.ts";
import { liveHook } from "./use-live.ts";

export { createLive } from "./live.ts";
export type * from "./types.ts";
export { SHELL_API_VERSION } from "./version.ts";

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
  if (!provided) throw new Error("No shell has been provided: a remote runs inside the shell, and a test calls provideShell(mockShell())");
  return provided;
}

export const useSession = () => useSyncExternalStore(shell().auth.subscribe, shell().auth.getSession);
export const usePreferences = () => useSyncExternalStore(shell().preferences.subscribe, shell().preferences.get);
export const useRealtimeLink = () => useSyncExternalStore(shell().realtime.subscribe, shell().realtime.link);
export const useBilling = () => useSyncExternalStore(shell().billing.subscribe, shell().billing.get);

/** Follows a published table while the component is mounted (`shell().live`); poll while the answer is not "live". Since 1.2. */
export const useLive = liveHook(shell);

/** Registers commands while the component is mounted; `deps` as in useEffect. */
export function useCommands(make: () => Command[], deps: unknown[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names the dependencies of `make`
  useEffect(() => shell().commands.register(make()), deps);
}

export function usePaletteSource(source: PaletteSource): void {
  useEffect(() => shell().commands.registerSource(source), [source]);
}

/** Sets the place shown in the bar and the document's title. */
export function usePlace(crumbs: { label: string; path?: string }[], phoneBack?: string): void {
  const key = JSON.stringify([crumbs, phoneBack]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is the value of both; the array is new in every render
  useEffect(() => shell().place.set(crumbs, { phoneBack }), [key]);
}
