import type { Composition } from "@tessera/federation/composition.ts";
import type { StartContext } from "@tessera/federation/page.ts";
import { matchRoute } from "@tessera/federation/route-rules.ts";
import { createBrowserRouter, type RouteObject } from "@tessera/router";
import { PageSkeleton } from "../layout/page-skeleton.tsx";
import { NotFoundPage, PageError, RemoteError } from "../pages/page-error.tsx";
import { Root, RootError, RootFallback } from "../root.tsx";
import { declaredRoutes } from "./declared-routes.ts";
import { drawnRoutes } from "./drawn.tsx";

/** Routes of the remotes whose code is there: those that their manifests declare. */
type KnownRoutes = ReadonlyMap<string, RouteObject[]>;

/** Paths that only stand for a remote until its own routes are known. */
function placeholders(paths: string[]): RouteObject[] {
  const starts = new Set(
    paths.map((path) => path.split("/")[1] ?? "").filter((start) => start && !start.startsWith(":")),
  );
  return [...starts].map((start) => ({ path: `${start}/*`, Component: NotFoundPage }));
}

/**
 * One pathless parent for each remote: a parent with a path of its own would swallow the address before the remote is
 * asked.
 */
function remoteRoutes(composition: Composition, known: KnownRoutes): RouteObject[] {
  const rules = composition.remotes.flatMap(({ name, routes }) =>
    routes.map(({ path, within }) => ({ owner: within ?? name, path })),
  );
  return composition.remotes.map((remote) => ({
    id: `remote:${remote.name}`,
    errorElement: <RemoteError remote={remote.name} />,
    HydrateFallback: PageSkeleton,
    children: [
      ...drawnRoutes(remote.name, known.get(remote.name) ?? []),
      ...placeholders(rules.filter(({ owner }) => owner === remote.name).map(({ path }) => path)),
    ],
  }));
}

const handbook = () => import(/* webpackChunkName: "page-handbook" */ "../pages/handbook/handbook.tsx");

/** The shell's own pages by the ids of their rules; the build names their files by them (build/shell-chunks.ts). */
const page = {
  index: async () => (await import(/* webpackChunkName: "page-index" */ "../pages/front.tsx")).FrontPage,
  login: async () => (await import(/* webpackChunkName: "page-login" */ "../pages/login.tsx")).LoginPage,
  confirm: async () => (await import(/* webpackChunkName: "page-confirm" */ "../pages/confirm.tsx")).ConfirmPage,
  handbook: async () => (await handbook()).HandbookPage,
  undo: async () => (await import(/* webpackChunkName: "page-undo" */ "../pages/undo.tsx")).UndoPage,
  consent: async () => (await import(/* webpackChunkName: "page-consent" */ "../pages/consent.tsx")).ConsentPage,
};

async function loginLoader(config: StartContext["config"]) {
  const { waysForFirstView } = await import(/* webpackChunkName: "page-login" */ "../pages/login.tsx");
  return async () => {
    await waysForFirstView(config);
    return null;
  };
}

export function shellRoutes(
  { composition, config }: Pick<StartContext, "composition" | "config">,
  known: KnownRoutes,
  guard: (url: URL) => Promise<void>,
): RouteObject[] {
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
            { path: "/", lazy: { Component: page.index } },
            { path: "/login", lazy: { Component: page.login, loader: () => loginLoader(config) } },
            { path: "/confirm", lazy: { Component: page.confirm } },
            {
              path: "/handbook/:page?",
              lazy: { Component: page.handbook, loader: async () => (await handbook()).handbookLoader },
            },
            { path: "/undo", lazy: { Component: page.undo } },
            { path: "/oauth/consent", lazy: { Component: page.consent } },
            ...remoteRoutes(composition, known),
            { path: "*", Component: NotFoundPage },
          ],
        },
      ],
    },
  ];
}

/** The router of the page: routes of a remote come with its code, when an address of it is first visited. */
export function createShellRouter(context: StartContext, guard: (url: URL) => Promise<void>) {
  const { composition, first } = context;
  const declared = (remote: string, routes: RouteObject[]) =>
    declaredRoutes(composition, remote, routes, (path) =>
      context.reportFailure(
        remote,
        new Error(`The code of ${remote} has a route ${path}, which its manifest does not declare: left out`),
      ),
    );
  const known = new Map(first ? [[first.remote, declared(first.remote, first.routes)]] : []);
  const router = createBrowserRouter(shellRoutes(context, known, guard), {
    async patchRoutesOnNavigation({ path, patch }) {
      const owner = matchRoute(composition, path)?.owner;
      if (!owner || owner === composition.shell.name || known.has(owner)) return;
      const routes = declared(owner, await context.loadRoutes(owner));
      if (known.has(owner)) return;
      known.set(owner, routes);
      patch(`remote:${owner}`, drawnRoutes(owner, routes));
    },
  });
  context.onReplaced((remote, routes) => {
    if (!known.has(remote)) return;
    known.set(remote, declared(remote, routes));
    replaceRoutes(router, shellRoutes(context, known, guard));
  });
  return router;
}
export type ShellRouter = ReturnType<typeof createShellRouter>;

/**
 * Other routes from now on, at the same address. React Router can add routes but not take any away, save by what its
 * own hot module replacement uses: marked as internal, hence the exact version in the lockfile, and
 * e2e/src/failure.e2e.ts.
 */
function replaceRoutes(router: Pick<ShellRouter, "_internalSetRoutes" | "revalidate">, routes: RouteObject[]): void {
  router._internalSetRoutes(routes);
  void router.revalidate();
}
