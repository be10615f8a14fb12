import { describe, expect, it } from "@jest/globals";
import { Manifest, RoutePath } from "./manifest.ts";

const route = { id: "list", path: "/items/:type", title: "Items" };
const issues = (value: object) => Manifest.safeParse(value).error?.issues.map((issue) => `${issue.path.join("/")}: ${issue.message}`);

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
    expect(["", "a", "/a/", "/:a?/b", "//a", "/A", "/a/*"].map(valid)).toEqual([false, false, false, false, false, false, false]);
  });

  it("refuses ids used twice, redirects to other schemes, and fields it does not know, naming the place", () => {
    expect(issues({ name: "items", title: "Items", routes: [route, route] })).toEqual(['routes/1/id: "list" is used twice']);
    expect(issues({ name: "items", title: "Items", routes: [{ ...route, redirect: "javascript:alert(1)" }] })).toEqual([
      "routes/0/redirect: must be a path or an https URL",
    ]);
    expect(issues({ name: "items", title: "Items", routes: [{ ...route, redirect: "//elsewhere" }] })).toHaveLength(1);
    expect(issues({ name: "items", title: "Items", routes: [], pages: [] })).toHaveLength(1);
  });
});
