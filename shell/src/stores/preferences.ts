import type { Transport } from "@tessera/contracts-core/client.ts";
import { settingsClient } from "@tessera/contracts-settings/client.ts";
import { defaultPreferences } from "@tessera/contracts-settings/default-preferences.ts";
import type { Preferences } from "@tessera/contracts-settings/settings.ts";
import { ownCookie, THEME_COOKIE } from "@tessera/federation/page.ts";
import { isOffline, type PreferencesStore } from "@tessera/shell-api";
import type { PersonalStorage } from "./personal-storage.ts";
import { createStore } from "./store.ts";

const key = "preferences";

export interface ShellPreferences extends PreferencesStore {
  /** Reads the signed-in person's preferences; what is cached stays when that fails. */
  load(): Promise<void>;
  /** Switches to what is stored for the person who is signed in now. */
  turn(): void;
}

/** Changes made without a connection: they wait on the device, and are what the person sees meanwhile. */
export interface WaitingPreferences {
  store(patch: Partial<Preferences>): Promise<void>;
  /** All that wait as one. */
  now(): Partial<Preferences>;
}

const nothingWaits: WaitingPreferences = {
  store: async () => {
    throw new Error("There is no connection to the server.");
  },
  now: () => ({}),
};

/** Preferences are kept by the server and cached here, so that the first paint already has the person's theme. */
export function createPreferences(
  http: Transport,
  storage: PersonalStorage,
  waiting: WaitingPreferences = nothingWaits,
): ShellPreferences {
  const store = createStore<Preferences>(cached(storage));
  const client = settingsClient(http);
  const apply = (preferences: Preferences) => {
    store.set(preferences);
    storage.set(key, JSON.stringify(preferences));
  };
  let saving = 0;
  let changes = 0;
  let turns = 0;
  return {
    get: store.get,
    subscribe: store.subscribe,
    async load() {
      const asked = turns;
      const seen = changes;
      const unsent = waiting.now();
      const read = await client.preferences();
      // Another person, or nobody, is signed in by now.
      if (asked !== turns) return;
      // A change made while the answer was on its way is newer than the answer, also when it is saved by now.
      if (saving === 0 && changes === seen) apply({ ...defaultPreferences, ...read, ...unsent, ...waiting.now() });
    },
    turn() {
      turns += 1;
      store.set(cached(storage));
    },
    async update(patch) {
      const before = store.get();
      apply({ ...before, ...patch });
      saving += 1;
      changes += 1;
      try {
        await client.update(patch).catch((error: unknown) => {
          if (!isOffline(error)) throw error;
          return waiting.store(patch);
        });
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

function cached(storage: PersonalStorage): Preferences {
  const unknown = { ...defaultPreferences, theme: themeOfDevice() };
  try {
    return { ...unknown, ...JSON.parse(storage.get(key) ?? "{}") };
  } catch {
    return unknown;
  }
}

/** As the server shows the first frame: the theme last chosen in this browser, which is not personal. */
function themeOfDevice(): Preferences["theme"] {
  const chosen = `${ownCookie(THEME_COOKIE, location.protocol === "https:")}=dark`;
  return document.cookie.split("; ").includes(chosen) ? "dark" : defaultPreferences.theme;
}
