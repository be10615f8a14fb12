/**
 * @jest-environment-options {"url": "https://tessera.example/"}
 */
import type { PersonalStorage } from "../stores/personal-storage.ts";
import { createPreferences } from "../stores/preferences.ts";
import { keepFrame, keepTheme } from "./keep-theme.ts";

const storage = { get: () => null, set: () => undefined } as unknown as PersonalStorage;
const themeOfDevice = () => createPreferences(async () => new Response(), storage).get().theme;

it("on https the look is kept under names that no other host of the domain can set, and read from those alone", () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as another host of the domain plants it
  document.cookie = "tessera-theme=dark; path=/; secure";
  expect(themeOfDevice()).not.toBe("dark");
  keepTheme("dark", "dark");
  keepFrame({ compact: true, wide: false });
  expect(document.cookie.split("; ")).toEqual([
    "tessera-theme=dark",
    "__Host-tessera-theme=dark",
    "__Host-tessera-frame=compact",
  ]);
  expect(themeOfDevice()).toBe("dark");
});
