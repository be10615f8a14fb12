import type { StartContext } from "@tessera/federation/page.ts";
import { matchRoute } from "@tessera/federation/route-rules.ts";
import { RouterProvider } from "@tessera/router";
import { provideShell } from "@tessera/shell-api";
import { createRoot } from "react-dom/client";
import { handbookSource } from "./commands/handbook-source.ts";
import { bindKeys } from "./commands/keys.ts";
import { openLayers } from "./commands/open-layers.ts";
import { contributedSources } from "./commands/palette-sources.ts";
import { shellCommands } from "./commands/shell-commands.ts";
import { followDictation } from "./dictation/follow-dictation.ts";
import { followErrors } from "./follow-errors.ts";
import { LOGIN, needsSession } from "./guard/route-guard.ts";
import { layers } from "./layout/layers-part.ts";
import { framed } from "./layout/parts.ts";
import { QueriesProvider } from "./layout/queries-provider.tsx";
import { keepCode } from "./offline/keep-code.ts";
import { showLastResort } from "./pages/last-resort.ts";
import { followPush } from "./push/follow-push.ts";
import { firstViewDrawn } from "./routing/first-view.ts";
import { createNavigationGuard } from "./routing/navigation-guard.ts";
import { startPrefetching } from "./routing/prefetch.ts";
import { createShellRouter, type ShellRouter } from "./routing/routes.tsx";
import { createServices, type Services, ServicesProvider, whoIsIn } from "./services.ts";
import { watchForEnd } from "./session/watch-for-end.ts";
import { shellApiOf } from "./shell-api.tsx";
import { followAppBadge } from "./stores/app-badge.ts";
import { UpdateLoop } from "./stores/failures.ts";
import { followCounts } from "./stores/follow-counts.ts";
import { ownContainer } from "./updates/service-worker.ts";
import { startUpdates } from "./updates/updates.ts";

export { firstViewDrawn };
export const loadFramed = framed.load;

/**
 * How long the first paint waits for the first page, in ms: one render instead of two when its code came with the page.
 */
const FIRST_PAGE_WAIT = 60;

/** Starts the application in a page whose composition is known. */
export function start(given: StartContext): void {
  const context = withFramed(given);
  const services = createServices(context);
  const leaving = { now: false };
  provideShell(
    shellApiOf(services, () => {
      leaving.now = true;
    }),
  );
  let router: ShellRouter;
  const guard = createNavigationGuard(services, (path) => void router.navigate(path));
  const updates = startUpdates(services);
  router = createShellRouter(context, async (url) => {
    if (router?.state.initialized) updates.beforeNavigation(url, location);
    await guard(url);
  });

  router.subscribe(({ navigation, location }) => context.visit((navigation.location ?? location).pathname));
  followRouter(services, router);
  followSession(services, router, leaving);
  followCounts(services);
  followAppBadge(services);
  followPush(services);
  services.offline.onNews(() => {
    void framed.now()?.queries.invalidateQueries();
    if (whoIsIn(services.session)) void services.preferences.load().catch(() => undefined);
  });
  const ended = sayEndOnce(services);
  services.session.onEnded(ended);
  context.onUpdateLoop(() => {
    const app = matchRoute(context.composition, services.shownPath.current)?.app;
    if (app) services.failures.add(app, new UpdateLoop());
  });
  followErrors(services, () => services.shownPath.current);
  services.commands.offer(shellCommands(services, (path) => void router.navigate(path)));
  for (const source of [...contributedSources(services), handbookSource]) services.commands.registerSource(source);
  openLayers(services);
  bindKeys({
    commands: services.commands.commands.get,
    singleKeys: () => services.preferences.get().singleKeyShortcuts,
    chosen: () => services.preferences.get().keys,
    blocked: () => services.dialogs.store.get().length > 0 || services.overlay.get() !== null,
    fail: (error) =>
      services.notices.show({ intent: "error", message: error instanceof Error ? error.message : String(error) }),
  });

  const container = document.getElementById("root");
  if (!container) throw new Error('The page has no element "root"');
  whenReady(router, () => {
    const owner = () => matchRoute(context.composition, location.pathname)?.app ?? context.composition.shell.name;
    createRoot(container, {
      onUncaughtError: (error) => {
        context.reportFailure(context.composition.shell.name, error);
        showLastResort(container, error);
      },
      onRecoverableError: (error) => context.reportRecovered(owner(), error),
    }).render(
      <ServicesProvider value={services}>
        <QueriesProvider>
          <RouterProvider router={router} />
        </QueriesProvider>
      </ServicesProvider>,
    );
    if (whoIsIn(services.session)) void services.preferences.load().catch(() => undefined);
    void services.offline.turn().catch(() => undefined);
    void firstViewDrawn().then(() => followDictation(services));
    void firstViewDrawn().then(fetchLayers);
    startPrefetching(services, (then) => void firstViewDrawn().then(then));
    keepCode(context.composition, ownContainer());
    watchForEnd({ session: services.session, ask: services.identity.http, ended });
  });
}

/** Framed pages soon open something over themselves; the others seldom do. */
function fetchLayers(): void {
  const fetch = () => framed.now() && void layers.load().catch(() => undefined);
  framed.store.subscribe(fetch);
  fetch();
}

/** Code of remotes needs the cache, and mostly the frame. */
function withFramed(context: StartContext): StartContext {
  return {
    ...context,
    loadRoutes: async (remote) => (await Promise.all([context.loadRoutes(remote), framed.load()]))[0],
    loadModule: async <T,>(remote: string, module: string) =>
      (await Promise.all([context.loadModule<T>(remote, module), framed.load()]))[0],
  };
}

/** Several requests may find out at once that the session was ended elsewhere. */
function sayEndOnce({ session, notices }: Services): () => void {
  let said = false;
  session.onEvent((_event, user) => {
    if (user) said = false;
  });
  return () => {
    if (!said)
      notices.show({
        intent: "info",
        message: "This browser was signed out from another device. Sign in to continue.",
      });
    said = true;
  };
}

function whenReady(router: ShellRouter, render: () => void): void {
  if (router.state.initialized) {
    render();
    return;
  }
  const stop = router.subscribe((state) => {
    if (state.initialized) go();
  });
  const timer = setTimeout(() => go(), FIRST_PAGE_WAIT);
  const go = () => {
    stop();
    clearTimeout(timer);
    render();
  };
}

/** The loading bar lives as long as a navigation does. */
function followRouter({ loadingBar }: Services, router: ShellRouter): void {
  if (!router.state.initialized) loadingBar.start();
  router.subscribe((state) => {
    if (state.navigation.state === "loading" || !state.initialized) loadingBar.start();
    else loadingBar.finish(state.errors !== null);
  });
}

/** Another person, or nobody: what belongs to the one before is forgotten, and guarded pages are left. */
function followSession(services: Services, router: ShellRouter, leaving: { now: boolean }): void {
  const { session, config, composition } = services;
  let before = whoIsIn(session);
  session.onEvent((event) => {
    const now = whoIsIn(session);
    if (event === "PASSWORD_RECOVERY" && location.pathname !== "/confirm") void router.navigate("/confirm");
    if (now === before) return;
    // Another person signed in over this one, in another tab perhaps: nothing that the page holds is theirs.
    if (now !== null && before !== null) return location.reload();
    before = now;
    if (now !== null) services.personal.turn();
    void services.offline.turn().catch(() => undefined);
    services.drafts.forget();
    services.preferences.turn();
    framed.now()?.queries.clear();
    services.billing.forget();
    services.badges.clear();
    services.dialogs.closeAll();
    if (now !== null) {
      void services.preferences.load().catch(() => undefined);
      return;
    }
    const { pathname, search, hash } = router.state.location;
    if (needsSession(config.guard, pathname, matchRoute(composition, pathname)?.rule ?? null)) {
      if (!leaving.now) services.savedPath.save(pathname + search + hash);
      void router.navigate(LOGIN);
    }
    leaving.now = false;
  });
}
