import { useEffect, useSyncExternalStore } from "react";
import { shell } from "./shell.ts";
import type { Command, PaletteSource } from "./types.ts";
import { liveHook } from "./use-live.ts";

export { Contributed } from "./contributed.tsx";
export type * from "./contributions.ts";
export { flagsOf } from "./flags.ts";
export { type KeyChoices, keysOf, lineOf, mapOf } from "./keys/chosen-keys.ts";
export { clash, linesWith } from "./keys/conflicts.ts";
export { isSingleKey, keyLabel, keyLabels } from "./keys/key-labels.ts";
export { type ActId, type KeyContext, type KeyLine, keyMap, meet } from "./keys/key-map.ts";
export { useKeys } from "./keys/use-keys.ts";
export { createLive } from "./live.ts";
export * from "./offline.ts";
export { provideShell, shell, whenShell } from "./shell.ts";
export type * from "./types.ts";
export { SHELL_API_VERSION } from "./version.ts";

export const useSession = () => useSyncExternalStore(shell().auth.subscribe, shell().auth.getSession);
export const usePreferences = () => useSyncExternalStore(shell().preferences.subscribe, shell().preferences.get);
export const useRealtimeLink = () => useSyncExternalStore(shell().realtime.subscribe, shell().realtime.link);
/** Connection, age of what is shown, and acts that wait. Since 1.5. */
export const useOffline = () => useSyncExternalStore(shell().offline.subscribe, shell().offline.state);
export const useBilling = () => useSyncExternalStore(shell().billing.subscribe, shell().billing.get);

/**
 * Follows a published table while the component is mounted (`shell().live`); poll while the answer is not "live". Since
 * 1.2.
 */
export const useLive = liveHook(shell);

/**
 * Whether the keyboard is in a list, or nowhere: for keys that mean something else where text is read, such as Ctrl+A.
 * Since 1.6.
 */
export function inList(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at.id === "page" || at.closest("[role=grid]") !== null;
}

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
