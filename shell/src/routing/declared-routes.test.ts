import { expect, it } from "@jest/globals";
import type { Composition } from "@tessera/federation/composition.ts";
import type { RouteObject } from "@tessera/router";
import { rule } from "../testing/start-shell.tsx";
import { declaredRoutes } from "./declared-routes.ts";

const app = (name: string, ...routes: ReturnType<typeof rule>[]) => ({ name, routes });
const composition = {
  shell: app("shell", rule("/"), rule("/login")),
  remotes: [
    app("billing", rule("/billing"), rule("/billing/success"), rule("/settings/plan", { within: "settings" })),
    app("items", rule("/items/:type"), rule("/items/:type/:id?")),
    app("queue", rule("/queue")),
    app("settings", rule("/settings"), rule("/settings/profile"), rule("/supabase")),
  ],
} as unknown as Composition;

/** Paths that are left of the routes, and those that were dropped. */
function pathsOf(remote: string, routes: RouteObject[]) {
  const dropped: string[] = [];
  const list = (route: RouteObject, above: string): string[] => {
    const path = [above, route.path].filter(Boolean).join("/");
    const below = (route.children ?? []).flatMap((child) => list(child, path));
    return route.children && !route.path ? below : [path, ...below];
  };
  const kept = declaredRoutes(composition, remote, routes, (path) => dropped.push(path)).flatMap((route) => list(route, ""));
  return { kept, dropped };
}

it("a bundle's declared routes stay, nested, with optional parameters and closer than declared", () => {
  const routes = [{ path: "items/:type", children: [{ path: ":id?" }] }, { path: "items/inbox" }];
  expect(pathsOf("items", routes)).toEqual({ kept: ["items/:type", "items/:type/:id?", "items/inbox"], dropped: [] });
  const settings = [{ path: "settings", children: [{ index: true }, { path: "profile" }, { path: ":section" }] }];
  expect(pathsOf("settings", settings as RouteObject[])).toEqual({
    kept: ["settings", "settings", "settings/profile", "settings/:section"],
    dropped: [],
  });
});

it.each(["queue", "QUEUE", "/queue", ":page", "*", "", "items/:type", "items/inbox", "queue?", ":a?/:b?", "settings/profile"])(
  "a bundle of billing cannot take %j",
  (path) => {
    expect(pathsOf("billing", [{ path: "billing" }, { path }]).kept).toEqual(["billing"]);
    expect(pathsOf("billing", [{ children: [{ path, children: [{ index: true }] }] }]).kept).toEqual([]);
  },
);

it("nor the index of the product, a parameter where another remote has one, or a name of the shell's routes", () => {
  expect(pathsOf("billing", [{ index: true }, {}]).kept).toEqual([]);
  expect(pathsOf("billing", [{ path: "billing", children: [{ path: "/queue" }] }]).kept).toEqual([]);
  expect(declaredRoutes(composition, "queue", [{ id: "root", path: "queue" }], () => {})).toEqual([{ path: "queue" }]);
});

it("a frame around declared pages loses an address that is not declared", () => {
  const routes = [{ path: "billing", children: [{ path: "success" }, { path: "nothing" }] }];
  const only = { ...composition, remotes: [app("billing", rule("/billing/success"))] } as unknown as Composition;
  const dropped: string[] = [];
  expect(declaredRoutes(only, "billing", routes, (path) => dropped.push(path))).toEqual([{ children: [{ path: "billing/success" }] }]);
  expect(dropped).toEqual(["/billing/nothing"]);
});
