import { describe, expect, it } from "@jest/globals";
import type { Composition } from "./composition.ts";
import { Manifest } from "./manifest.ts";
import { listed, matchRoute, preloadsOf, redirectOf } from "./route-rules.ts";

const release = {
  id: "1.0.0-0123456789ab",
  version: "1.0.0",
  base: "/assets/x/",
  entry: "e.js",
  globalName: null,
  integrity: {},
};
const app = (name: string, routes: object[]) => ({ ...Manifest.parse({ name, title: name, routes }), release });
const composition: Composition = {
  buildId: "b",
  shell: app("shell", [{ id: "index", path: "/", title: "Tessera", layout: "blank", session: false }]),
  remotes: [
    app("items", [
      { id: "items", path: "/items", title: "Items", redirect: "/items/inbox" },
      {
        id: "type",
        path: "/items/:type",
        title: "Items",
        subscription: true,
        preload: ["/api/items?type=:type&limit=100"],
      },
      { id: "import", path: "/items/import", title: "Import" },
      { id: "item", path: "/items/:type/:id", title: "Item" },
      { id: "old", path: "/old/:id", title: "Old", redirect: "/items/inbox/:id" },
      { id: "help", path: "/help", title: "Help", redirect: "https://help.example:8443/tessera" },
    ]),
    app("billing", [{ id: "usage", path: "/usage/:year?/:month?", title: "Usage" }]),
  ],
};
const idOf = (path: string) => matchRoute(composition, path)?.rule.id;

describe("route rules", () => {
  it("finds the owner and the parameters of a path", () => {
    expect(matchRoute(composition, "/items/note/a%20b")).toMatchObject({
      owner: "items",
      params: { type: "note", id: "a b" },
    });
    expect(matchRoute(composition, "/")).toMatchObject({ owner: "shell", rule: { layout: "blank", session: false } });
  });

  it("prefers a fixed segment to a parameter, wherever it stands in the manifest", () => {
    expect(idOf("/items/import")).toBe("import");
    expect(idOf("/items/inbox/")).toBe("type");
  });

  it("takes optional parameters or leaves them", () => {
    expect(["/usage", "/usage/2026", "/usage/2026/11"].map(idOf)).toEqual(["usage", "usage", "usage"]);
    expect(matchRoute(composition, "/usage/2026")?.params).toEqual({ year: "2026" });
  });

  it("owns nothing else", () => {
    expect(["/nowhere", "/usage/2026/11/3", "/items/a/b/c", "/items/%E0%A4%A"].map(idOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("tells where a rule redirects, inside and outside of the product [route.rule-redirect]", () => {
    const to = (path: string) => redirectOf(matchRoute(composition, path)!);
    expect(to("/items")).toEqual({ to: "/items/inbox", external: false });
    expect(to("/old/7%2F8")).toEqual({ to: "/items/inbox/7%2F8", external: false });
    expect(to("/help")).toEqual({ to: "https://help.example:8443/tessera", external: true });
    expect(to("/usage")).toBeNull();
  });

  it("fills the requests to start with the page", () => {
    expect(preloadsOf(matchRoute(composition, "/items/a&b")!)).toEqual([
      "/api/stripe/check-subscription",
      "/api/items?type=a%26b&limit=100",
    ]);
  });

  it("reads lists of guarded paths, with * for any rest", () => {
    expect(listed(["/items/*", "/help"], "/items")).toBe(true);
    expect(listed(["/items/*", "/help"], "/items/inbox")).toBe(true);
    expect(listed(["/items/*", "/help"], "/itemsx")).toBe(false);
    expect(listed(["/items/*", "/help"], "/help/more")).toBe(false);
    expect(listed([], "/")).toBe(false);
  });

  it("gives a page that is shown within another remote's to that remote, and says whose rule it is", () => {
    const section = { id: "shelf", path: "/settings/shelf", title: "Shelf", within: "settings" };
    const found = matchRoute(
      { ...composition, remotes: [...composition.remotes, app("shelves", [section])] },
      "/settings/shelf",
    );
    expect([found?.owner, found?.app, found?.rule.title]).toEqual(["settings", "shelves", "Shelf"]);
  });
});
