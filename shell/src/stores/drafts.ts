import type { Drafts } from "@tessera/shell-api";
import type { PersonalStorage } from "./personal-storage.ts";

const prefix = "draft.";

/**
 * Drafts of the person: they outlive reloads, updates and a session that expires, and are gone once the person signs
 * out.
 */
export function createDrafts(storage: PersonalStorage): Drafts & { forget(): void } {
  const changed = new Set<string>();
  return {
    get: (key) => storage.get(prefix + key),
    set(key, text) {
      changed.add(key);
      try {
        storage.set(prefix + key, text);
      } catch (error) {
        // The browser's storage is full or unavailable. Typing continues, and the text is saved on the server as usual.
        if (!(error instanceof DOMException)) throw error;
      }
    },
    clear(key) {
      changed.delete(key);
      storage.remove(prefix + key);
    },
    dirty: () => changed.size > 0,
    /** What was typed is another person's now, or nobody's. */
    forget: () => changed.clear(),
  };
}
