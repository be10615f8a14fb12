import type { Drafts } from "@tessera/shell-api";

const prefix = "tessera.draft.";

/** Drafts in the browser's own storage: they outlive reloads, sign-outs and updates. */
export function createDrafts(storage: Storage): Drafts {
  const changed = new Set<string>();
  return {
    get: (key) => storage.getItem(prefix + key),
    set(key, text) {
      changed.add(key);
      storage.setItem(prefix + key, text);
    },
    clear(key) {
      changed.delete(key);
      storage.removeItem(prefix + key);
    },
    dirty: () => changed.size > 0,
  };
}
