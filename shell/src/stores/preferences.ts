import type { Transport } from "@tessera/contracts/client.ts";
import { defaultPreferences } from "@tessera/contracts/default-preferences.ts";
import type { Preferences } from "@tessera/contracts/settings.ts";
import { settingsClient } from "@tessera/contracts/settings-client.ts";
import type { PreferencesStore } from "@tessera/shell-api";
import { createStore } from "./store.ts";

const key = "tessera.preferences";

export interface ShellPreferences extends PreferencesStore {
  /** Reads the signed-in person's preferences; what is cached stays when that fails. */
  load(): Promise<void>;
}

/** Preferences are kept by the server and cached here, so that the first paint already has the person's theme. */
export function createPreferences(http: Transport, storage: Storage): ShellPreferences {
  const store = createStore<Preferences>(cached(storage));
  const client = settingsClient(http);
  const apply = (preferences: Preferences) => {
    store.set(preferences);
    storage.setItem(key, JSON.stringify(preferences));
  };
  let saving = 0;
  return {
    get: store.get,
    subscribe: store.subscribe,
    async load() {
      const read = await client.preferences();
      // A change made while the answer was on its way is newer than the answer.
      if (saving === 0) apply({ ...defaultPreferences, ...read });
    },
    async update(patch) {
      const before = store.get();
      apply({ ...before, ...patch });
      saving += 1;
      try {
        await client.update(patch);
      } catch (error) {
        const undone = Object.fromEntries(Object.keys(patch).map((name) => [name, before[name as keyof Preferences]]));
        apply({ ...store.get(), ...undone });
        throw error;
      } finally {
        saving -= 1;
      }
    },
  };
}

function cached(storage: Storage): Preferences {
  try {
    return { ...defaultPreferences, ...JSON.parse(storage.getItem(key) ?? "{}") };
  } catch {
    return defaultPreferences;
  }
}
