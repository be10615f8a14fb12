import type { Transport } from "@tessera/contracts-core/client.ts";
import { settingsClient } from "@tessera/contracts-settings/client.ts";
import type { Preferences } from "@tessera/contracts-settings/settings.ts";
import type { ActKind, Offline } from "@tessera/shell-api";
import type { WaitingPreferences } from "./preferences.ts";

const KIND = "preferences";

/** How changes of preferences that waited are sent: what was changed twice is sent once. */
export const preferencesAct = (http: () => Transport): Record<string, ActKind> => ({
  [KIND]: {
    send: (patch) => settingsClient(http()).update(patch as Partial<Preferences>),
    merge: (earlier, later) => ({ ...(earlier as object), ...(later as object) }),
  },
});

/** Lets changes of preferences wait in the outbox of `area`. */
export const waitingPreferences = (offline: Pick<Offline, "run" | "state">, area: string): WaitingPreferences => ({
  store: async (patch) => {
    await offline.run(area, { kind: KIND, subjects: [KIND], title: "Change your settings", body: patch });
  },
  now: () => {
    const own = offline.state().acts.filter((act) => act.area === area && act.kind === KIND && act.state !== "refused");
    return Object.assign({}, ...own.map(({ body }) => body));
  },
});
