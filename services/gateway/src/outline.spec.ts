import { describe, expect, it } from "@jest/globals";
import type { Composition } from "@tessera/federation/composition.ts";
import { RouteRule } from "@tessera/federation/manifest.ts";
import { matchRoute } from "@tessera/federation/route-rules.ts";
import { frameLookOf, type OutlineParts, outlineOf } from "./outline.ts";

const rule = (path: string, layout: string, more = {}) =>
  RouteRule.parse({ id: path, path, title: path, layout, ...more });
const app = (name: string, routes: RouteRule[], navigation: unknown[] = []) => ({
  name,
  title: name,
  routes,
  navigation,
});
const entry = (id: string, path: string, more = {}) => ({
  id,
  title: `${id} <b>`,
  path,
  order: 1,
  place: "main",
  phone: true,
  icon: { regular: "M0 0", filled: "M1 1" },
  ...more,
});
const shell = app("shell", [
  rule("/", "blank", { session: false }),
  rule("/login", "centered", { session: false, title: "Sign in" }),
]);
const items = app(
  "items",
  [rule("/items/:type", "default", { title: "Items <script>" }), rule("/raw", "raw")],
  [
    entry("items", "/items/inbox", { lists: [{ title: "Later <b>", path: "/items/all?status=later" }] }),
    entry("tasks", "/items/task"),
    entry("settings", "/settings", { place: "foot", phone: false }),
  ],
);
const composition = { buildId: "b", shell, remotes: [items] } as unknown as Composition;

function outlineAt(path: string, more: Partial<OutlineParts> = {}): string {
  const look = { compact: false, wide: false };
  return outlineOf({ composition, match: matchRoute(composition, path), path, hasSession: true, look, ...more });
}

describe("the outline of a page", () => {
  it("has the layout of the route, the areas of the composition and the one it is in, as text that is no markup", () => {
    const html = outlineAt("/items/inbox");
    expect(html).toMatch(/^<div class="outline default" aria-hidden="true">/);
    expect(html).toContain('<span class="place">Items &lt;script&gt;</span>');
    expect(html.match(/<span class="name">items &lt;b&gt;<\/span>/g)).toHaveLength(2); // rail, and bar of a phone
    expect(html.match(/class="item current"><svg [^>]*><path d="M1 1"/g)).toHaveLength(2);
    expect(html).toContain('<span class="name">More</span>'); // settings have no place in the bar of a phone
    expect(html).not.toMatch(/<(script|style)|style=|<b>/);
  });

  it.each([
    ["/login", '<div class="outline centered" aria-hidden="true">', "<h1>Sign in</h1>"],
    ["/", '<div class="outline front" aria-hidden="true">', "Tessera"],
    ["/raw", '<div class="outline bare" aria-hidden="true"></div>', ""],
    ["/nowhere", '<div class="outline default" aria-hidden="true">', "Page Not Found"],
  ])("of %s", (path, start, words) => {
    expect(outlineAt(path).slice(0, start.length)).toBe(start);
    expect(outlineAt(path)).toContain(words);
  });

  it("is that of the login page where a page needs a session and there is none", () => {
    expect(outlineAt("/items/inbox", { hasSession: false })).toMatch(/^<div class="outline centered"/);
    expect(outlineAt("/nowhere", { hasSession: false })).toMatch(/^<div class="outline centered"/);
  });

  it("is as dense and as wide as this browser last drew the frame, below the banner of an override", () => {
    const overridden = { ...composition, overrides: [{ app: "items", title: "Items", url: "http://localhost:1/" }] };
    const html = outlineAt("/items/inbox", {
      composition: overridden,
      look: frameLookOf("a=b; tessera-frame=compact.wide", false),
    });
    expect(html).toMatch(/^<div class="outline default" data-compact data-wide data-banner aria-hidden="true">/);
    expect(html).toContain('<div class="list">Later &lt;b&gt;</div>');
    expect(outlineAt("/items/inbox")).not.toContain('class="list"');
    expect(frameLookOf('tessera-frame="><script>', false)).toEqual({ compact: false, wide: false });
    expect(frameLookOf("x-tessera-frame=wide", false)).toEqual({ compact: false, wide: false });
    // Any host of the domain may set the plain one.
    expect(frameLookOf("tessera-frame=wide", true)).toEqual({ compact: false, wide: false });
    expect(frameLookOf("__Host-tessera-frame=wide", true)).toEqual({ compact: false, wide: true });
  });
});
