import { isChunkError } from "./load-error.ts";

/** Time within which a page is not reloaded a second time, ms; specification §9. */
const RELOAD_GUARD_MS = 10_000;
const KEY = "tessera:chunk-reload";

export interface ReloadDependencies {
  storage: Pick<Storage, "getItem" | "setItem">;
  now(): number;
  reload(): void;
}

const inPage: ReloadDependencies = { storage: sessionStorage, now: Date.now, reload: () => location.reload() };

/**
 * Reloads the page when `error` says that a part of it could not be fetched, as after a deployment: at most once in 10
 * s. True when the page is about to go; false when the error has to be shown.
 */
export function reloadForChunkError(error: unknown, { storage, now, reload }: ReloadDependencies = inPage): boolean {
  if (!isChunkError(error)) return false;
  try {
    if (now() - Number(storage.getItem(KEY) ?? Number.NEGATIVE_INFINITY) < RELOAD_GUARD_MS) return false;
    storage.setItem(KEY, String(now()));
  } catch {
    return false; // without storage nothing would stop a page from reloading forever
  }
  reload();
  return true;
}
