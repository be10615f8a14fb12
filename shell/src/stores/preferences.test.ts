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
