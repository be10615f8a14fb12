import type { StartContext } from "@tessera/federation/page.ts";
import { matchRoute } from "@tessera/federation/route-rules.ts";
import { createBrowserRouter, type RouteObject } from "@tessera/router";
import { NotFoundPage, PageError } from "../pages/page-error.tsx";
import { PageSkeleton, Root, RootError, RootFallback } from "../root.tsx";

/** Paths that only stand for a remote until its own routes are known. */
function placeholders(paths: string[]): RouteObject[] {
  const starts = new Set(paths.map((path) => path.split("/")[1] ?? "").filter((start) => start && !start.startsWith(":")));
  return [...starts].map((start) => ({ path: `${start}/*`, Component: NotFoundPage }));
}

/** One pathless parent for each remote: a parent with a path of its own would swallow the address before the remote is asked. */
function remoteRoutes({ composition, first }: Pick<StartContext, "composition" | "first">): RouteObject[] {
  return composition.remotes.map((remote) => ({
    id: `remote:${remote.name}`,
    ErrorBoundary: PageError,
    HydrateFallback: PageSkeleton,
    children: [...(first?.remote === remote.name ? first.routes : []), ...placeholders(remote.routes.map((rule) => rule.path))],
  }));
}

export function shellRoutes(context: Pick<StartContext, "composition" | "first">, guard: (url: URL) => Promise<void>): RouteObject[] {
  return [
    {
      id: "root",
      Component: Root,
      ErrorBoundary: RootError,
      HydrateFallback: RootFallback,
      middleware: [({ request }) => guard(new URL(request.url))],
      children: [
        {
          id: "pages",
          ErrorBoundary: PageError,
          children: [
            { path: "/", lazy: { Component: async () => (await import("../pages/front.tsx")).FrontPage } },
            { path: "/login", lazy: { Component: async () => (await import("../pages/login.tsx")).LoginPage } },
            { path: "/confirm", lazy: { Component: async () => (await import("../pages/confirm.tsx")).ConfirmPage } },
            ...remoteRoutes(context),
            { path: "*", Component: NotFoundPage },
          ],
        },
      ],
    },
  ];
}

/** The router of the page: routes of a remote come with its code, when an address of it is first visited. */
export function createShellRouter(context: StartContext, guard: (url: URL) => Promise<void>) {
  const known = new Set(context.first ? [context.first.remote] : []);
  return createBrowserRouter(shellRoutes(context, guard), {
    async patchRoutesOnNavigation({ path, patch }) {
      const owner = matchRoute(context.composition, path)?.owner;
      if (!owner || owner === context.composition.shell.name || known.has(owner)) return;
      const routes = await context.loadRoutes(owner);
      if (known.has(owner)) return;
      known.add(owner);
      patch(`remote:${owner}`, routes);
    },
  });
}
export type ShellRouter = ReturnType<typeof createShellRouter>;
