import { describe, expect, it } from "@jest/globals";
import { Manifest, modulesOf, RoutePath } from "./manifest.ts";

const route = { id: "list", path: "/items/:type", title: "Items" };
const issues = (value: object) =>
  Manifest.safeParse(value).error?.issues.map((issue) => `${issue.path.join("/")}: ${issue.message}`);

describe("manifest", () => {
  it("fills in what a page is unless it says otherwise", () => {
    expect(Manifest.parse({ name: "items", title: "Items", routes: [route] }).routes[0]).toEqual({
      ...route,
      layout: "default",
      session: true,
      subscription: false,
      preload: [],
      prerendered: false,
    });
  });

  it("accepts patterns with optional parameters at the end only", () => {
    const valid = (path: string) => RoutePath.safeParse(path).success;
    expect(["/", "/a/:b/c", "/usage/:year?/:month?"].map(valid)).toEqual([true, true, true]);
    expect(["", "a", "/a/", "/:a?/b", "//a", "/A", "/a/*"].map(valid)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it("refuses ids used twice, redirects to other schemes, and fields it does not know, naming the place", () => {
    expect(issues({ name: "items", title: "Items", routes: [route, route] })).toEqual([
      'routes/1/id: "list" is used twice',
    ]);
    expect(issues({ name: "items", title: "Items", routes: [{ ...route, redirect: "javascript:alert(1)" }] })).toEqual([
      "routes/0/redirect: must be a path or an https URL",
    ]);
    expect(issues({ name: "items", title: "Items", routes: [{ ...route, redirect: "//elsewhere" }] })).toHaveLength(1);
    expect(issues({ name: "items", title: "Items", routes: [], pages: [] })).toHaveLength(1);
  });

  it("names the modules that it promises, each once", () => {
    const kind = { kind: "due", group: "Due", order: 1, icon: "M0 0", open: "Open", why: "It is due." };
    const manifest = Manifest.parse({
      name: "items",
      title: "Items",
      routes: [{ ...route, path: "/settings/shelf", within: "settings" }],
      commands: [{ id: "capture", title: "Capture", path: "/items", module: "capture" }],
      contributes: {
        itemTypes: [
          {
            type: "box",
            icon: "M0 0",
            view: "types/box/view",
            capture: { label: "Box", captured: "Kept", order: 1, module: "types/box/capture" },
          },
        ],
        queueKinds: [kind, { ...kind, kind: "late", view: "due" }],
        settings: [
          {
            id: "shelf",
            path: "/settings/shelf",
            title: "Shelf",
            line: "Boards",
            icon: "M0 0",
            order: 1,
            module: "shelf",
          },
        ],
        palette: [{ id: "boxes", group: "Boxes", module: "due" }],
        capture: [{ command: "capture", order: 1 }],
        ask: { command: "capture", module: "ask/ask" },
      },
    });
    expect(modulesOf(manifest)).toEqual(["ask/ask", "capture", "due", "shelf", "types/box/capture", "types/box/view"]);
  });

  it("refuses contributions that lead nowhere or are there twice", () => {
    const section = {
      id: "shelf",
      path: "/settings/shelf",
      title: "Shelf",
      line: "Boards",
      icon: "M0 0",
      order: 1,
      module: "shelf",
    };
    const own = { name: "items", title: "Items", routes: [route] };
    expect(
      issues({
        ...own,
        contributes: {
          settings: [section],
          capture: [{ command: "none", order: 1 }],
          ask: { command: "no", module: "ask" },
        },
      }),
    ).toEqual([
      "contributes/settings/0/path: must be the path of one of this manifest's routes, which says within what it is shown",
      "contributes/capture/0/command: must be the id of one of this manifest's commands",
      "contributes/ask/command: must be the id of one of this manifest's commands",
    ]);
    const type = { type: "box", icon: "M0 0", view: "view" };
    expect(issues({ ...own, contributes: { itemTypes: [type, type] } })).toEqual([
      'contributes/itemTypes/1/type: "box" is used twice',
    ]);
    expect(issues({ ...own, contributes: { itemTypes: [{ ...type, view: "../other/view" }] } })).toHaveLength(1);
    expect(issues({ ...own, contributes: { widgets: [] } })).toHaveLength(1);
  });
});
