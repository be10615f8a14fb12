/**
 * @jest-environment-options {"url": "https://tessera.example/"}
 */
import { adoptPlainCookies } from "./host-cookies.ts";

const keep = (...pairs: string[]) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as a browser keeps it
  for (const pair of pairs) document.cookie = `${pair}; path=/; secure`;
};
beforeEach(() => keep(...document.cookie.split("; ").map((pair) => `${pair.split("=")[0]}=; max-age=0`)));

it("keeps a person signed in whose session is under plain names", () => {
  keep("tessera.0=one", "tessera.1=two", "tessera-redirect-path=%2Fitems", "other=stays");
  adoptPlainCookies("__Host-tessera");
  expect(document.cookie.split("; ").sort()).toEqual([
    "__Host-tessera-redirect-path=%2Fitems",
    "__Host-tessera.0=one",
    "__Host-tessera.1=two",
    "other=stays",
  ]);
});

it("never puts a plain cookie, which another host may have set, in the place of the session", () => {
  keep("__Host-tessera=own", "tessera=planted");
  adoptPlainCookies("__Host-tessera");
  expect(document.cookie).toBe("__Host-tessera=own");
});

it("leaves plain names alone where they are the ones of now", () => {
  keep("tessera=own");
  adoptPlainCookies("tessera");
  expect(document.cookie).toBe("tessera=own");
});
