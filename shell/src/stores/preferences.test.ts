import { defaultPreferences } from "@tessera/contracts-settings/default-preferences.ts";
import type { PersonalStorage } from "./personal-storage.ts";
import { createPreferences } from "./preferences.ts";

const storage = { get: () => null, set: () => undefined } as unknown as PersonalStorage;

it("keeps a change that was made and saved while older preferences were on their way", async () => {
  let answer: (response: Response) => void = () => undefined;
  const http = (_: string, init?: RequestInit) =>
    init?.method === "GET" || !init?.method
      ? new Promise<Response>((resolve) => {
          answer = resolve;
        })
      : Promise.resolve(Response.json({ ...defaultPreferences, theme: "dark" }));
  const preferences = createPreferences(http, storage);
  const loaded = preferences.load();
  await preferences.update({ theme: "dark" });
  answer(Response.json({ ...defaultPreferences, theme: "light" }));
  await loaded;
  expect(preferences.get().theme).toBe("dark");
});

it("lets a change wait without a connection, and no older answer takes it back", async () => {
  const offline = () => Promise.reject(Object.assign(new TypeError("no connection"), { name: "OfflineError" }));
  let connected = false;
  const http = () => (connected ? Promise.resolve(Response.json(defaultPreferences)) : offline());
  const stored = {};
  const waiting = { store: async (patch: object) => void Object.assign(stored, patch), now: () => stored };
  const preferences = createPreferences(http, storage, waiting);
  await preferences.update({ keys: { archive: ["b"] } });
  expect([preferences.get().keys, stored]).toEqual([{ archive: ["b"] }, { keys: { archive: ["b"] } }]);
  connected = true;
  await preferences.load();
  expect(preferences.get().keys).toEqual({ archive: ["b"] });
});

it("takes a change back that was refused", async () => {
  const http = async () => Response.json({ code: "invalid_request", detail: "no" }, { status: 400 });
  const preferences = createPreferences(http, storage);
  await expect(preferences.update({ theme: "dark" })).rejects.toThrow();
  expect(preferences.get().theme).toBe("light");
});
