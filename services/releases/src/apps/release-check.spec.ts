import type { Release } from "@tessera/federation/composition.ts";
import { Manifest } from "@tessera/federation/manifest.ts";
import { candidateOf } from "../testing/candidate.ts";
import { fixedPart, ownerOf, prefixesOf } from "./path-owner.ts";
import { MANIFEST_LIMITS, refusals, unusable, withinGrant } from "./release-check.ts";

const PREFIXES = new Map([
  ["/", "shell"],
  ["/login", "shell"],
  ["/items", "items"],
  ["/billing", "billing"],
  ["/settings", "settings"],
  ["/settings/people", "identity"],
]);
const icon = { regular: "M0 0", filled: "M0 0" };
const route = (path: string, change: object = {}) => ({ id: path, path, title: "A page", ...change });
const entry = (path: string, change: object = {}) => ({ id: path, title: "A page", path, order: 1, icon, ...change });
const command = (path: string, change: object = {}) => ({ id: path, title: "Go", path, ...change });

function billing(manifest: object, change: Partial<Release> = {}): Release {
  const { release } = candidateOf("billing", "1.0.0", change);
  return {
    ...release,
    manifest: Manifest.parse({ name: "billing", title: "Billing", routes: [], ...manifest }),
    ...change,
  };
}
const refused = (manifest: object, change: Partial<Release> = {}) =>
  refusals(billing(manifest, change), { kind: "remote", redirectOrigins: ["https://help.example.com"] }, PREFIXES).join(
    "; ",
  );

describe("paths", () => {
  it("belong to the app with the longest prefix in whole segments", () => {
    expect(fixedPart("/items/:type/:id?")).toBe("/items");
    expect(ownerOf(PREFIXES, "/settings/people/:id")).toBe("identity");
    expect(ownerOf(PREFIXES, "/settings/:section")).toBe("settings");
    expect(ownerOf(PREFIXES, "/itemsandmore")).toBeNull();
    expect(ownerOf(PREFIXES, "/")).toBe("shell");
    expect(ownerOf(PREFIXES, "/:anything")).toBe("shell");
    expect(ownerOf(PREFIXES, "/free")).toBeNull();
  });

  it("are granted by the fewest prefixes that cover an app's routes", () => {
    expect(prefixesOf(["/items/:type", "/ws-items", "/items", "/items/board"])).toEqual(["/items", "/ws-items"]);
  });
});

describe("a release", () => {
  it("is accepted with what its app was granted", () => {
    const manifest = {
      routes: [
        route("/billing"),
        route("/billing/:page?"),
        route("/billing/help", { redirect: "https://help.example.com/plans" }),
        route("/billing/old", { redirect: "/billing" }),
      ],
      navigation: [entry("/billing?tab=plans")],
      commands: [command("/items/inbox?open=capture", { keys: "g b" })],
    };
    expect(refused(manifest)).toBe("");
  });

  it.each([
    ["another name in its manifest", { name: "items" }, {}, /names "items"/],
    ["another kind", {}, { kind: "shell" as const, globalName: null }, /calls itself a shell/],
    ["a script it does not have", {}, { scripts: ["nowhere.js"] }, /files that it does not have: nowhere\.js/],
    ["a style it does not have", {}, { styles: ["nowhere.css"] }, /nowhere\.css/],
    ["another release's container", {}, { globalName: "tessera_items_1" }, /container must be called tessera_billing_/],
    ["a route of another app", { routes: [route("/items/:type")] }, {}, /route \/items\/:type belongs to "items"/],
    ["a route that outranks another app's", { routes: [route("/settings/security")] }, {}, /belongs to "settings"/],
    ["the front page", { routes: [route("/:page")] }, {}, /belongs to "shell"/],
    ["a route nobody was granted", { routes: [route("/bills")] }, {}, /\/bills was granted to nobody/],
    [
      "a redirect out of the product",
      { routes: [route("/billing", { redirect: "https://evil.example/" })] },
      {},
      /outside the product/,
    ],
    [
      "a redirect with a backslash",
      { routes: [route("/billing", { redirect: "/\\evil.example" })] },
      {},
      /outside the product/,
    ],
    ["navigation off the site", { navigation: [entry("//evil.example/login")] }, {}, /leads outside/],
    ["navigation to another app", { navigation: [entry("/items/inbox")] }, {}, /belongs to "items"/],
    [
      "a list of another app in the navigation",
      { navigation: [entry("/billing", { lists: [{ title: "Inbox", path: "/items/inbox" }] })] },
      {},
      /the list in the navigation \/items\/inbox belongs to "items"/,
    ],
    [
      "a list off the site in the navigation",
      { navigation: [entry("/billing", { lists: [{ title: "Log in", path: "//evil.example" }] })] },
      {},
      /leads outside/,
    ],
    ["a command off the site", { commands: [command("//evil.example")] }, {}, /leads outside/],
    ["a key of the shell", { commands: [command("/billing", { keys: "Control+k" })] }, {}, /belongs to the shell/],
    ["Escape", { commands: [command("/billing", { keys: "Escape" })] }, {}, /belongs to the shell/],
    [
      "a huge icon",
      { navigation: [entry("/billing", { icon: { ...icon, filled: "M".repeat(200_000) } })] },
      {},
      /length of the icon/,
    ],
    [
      "a long title",
      { routes: [route("/billing", { title: "x".repeat(81) })] },
      {},
      /title of \/billing is 81, the limit is 80/,
    ],
    [
      "many routes",
      { routes: Array.from({ length: 3000 }, (_, n) => route(`/billing/${n}`)) },
      {},
      /number of its routes is 3000/,
    ],
  ])("is refused with %s", (_, manifest, change, reason) => {
    expect(refused(manifest, change)).toMatch(reason);
  });

  it("is refused when its manifest is too large for each page to carry", () => {
    const title = "x".repeat(MANIFEST_LIMITS.title);
    const routes = Array.from({ length: 100 }, (_, n) =>
      route(`/billing/${n}`, { title, preload: [`/api/${"y".repeat(800)}`] }),
    );
    expect(refused({ routes })).toMatch(/size of its manifest/);
  });

  it("cannot be composed when it starts with files it does not have, whatever it was granted", () => {
    expect(unusable(billing({}, { scripts: ["nowhere.js"] }))).toHaveLength(1);
    expect(unusable(billing({}))).toEqual([]);
  });

  it("shows no page that another app was granted since", () => {
    const routes = [route("/settings"), route("/settings/people")];
    expect(withinGrant(routes, "settings", PREFIXES).map(({ path }) => path)).toEqual(["/settings"]);
  });
});
