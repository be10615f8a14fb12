import { afterEach, expect, it, jest } from "@jest/globals";
import { NO_PLAN, personalKey } from "../page.ts";
import { startPage } from "./boot.ts";

const NAME = "sb-tessera-auth-token";
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
  localStorage.clear();
});

/** What a page of a paid area asks for before its application is there. */
function asked(): unknown[] {
  const session = { access_token: "ey.e.s", expires_at: Date.now() / 1000 + 3600, user: { id: "ada" } };
  // biome-ignore lint/suspicious/noDocumentCookie: as a browser keeps it
  document.cookie = `${NAME}=base64-${btoa(JSON.stringify(session))}; path=/`;
  history.replaceState(null, "", "/agents");
  const fetched = jest.fn<typeof fetch>(() => new Promise(() => {}));
  globalThis.fetch = fetched;
  const rule = { path: "/agents", subscription: true, preload: ["/api/agents/agents"] };
  const release = { id: "1", base: "/assets/x/", integrity: {} };
  const composition = {
    shell: { name: "shell", release, routes: [], navigation: [] },
    remotes: [{ name: "agents", release, routes: [rule], navigation: [{ count: { path: "/api/queue/count" } }] }],
  };
  const never = new Promise<never>(() => {});
  void startPage({
    composition,
    config: { cookiePrefix: NAME },
    app: never,
    load: () => never,
    loadModule: () => never,
  } as unknown as Parameters<typeof startPage>[0]);
  return fetched.mock.calls.map(([path]) => path);
}

it("are the check of the subscription, the page's own and the counts", () => {
  expect(asked()).toEqual(["/api/stripe/check-subscription", "/api/agents/agents", "/api/queue/count"]);
});

it("leave out what would be refused while the last check found no plan", () => {
  localStorage.setItem(personalKey("ada", NO_PLAN), "inactive");
  expect(asked()).toEqual(["/api/stripe/check-subscription", "/api/queue/count"]);
});

it("are not withheld for another person's check", () => {
  localStorage.setItem(personalKey("bob", NO_PLAN), "inactive");
  expect(asked()).toContain("/api/agents/agents");
});
