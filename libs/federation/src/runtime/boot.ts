import type { RouteObject } from "@tessera/router";
import type { Composition, PageConfig } from "../composition.ts";
import { NO_PLAN, personalKey, type StartContext } from "../page.ts";
import { countsOf, matchRoute, preloadsOf, type RouteMatch } from "../route-rules.ts";
import { Blame } from "./blame.ts";
import { reloadForChunkError } from "./chunk-reload.ts";
import { dropFailedStyles, watchFiles } from "./file-limit.ts";
import { HangMarker } from "./hang-marker.ts";
import { byRelease, completeIntegrity, enforceIntegrity } from "./integrity.ts";
import { keepRoot } from "./keep-root.ts";
import { requestOf } from "./load-error.ts";
import { readComposition, readConfig } from "./page-data.ts";
import { Preloaded } from "./preloaded.ts";
import { protectGlobals } from "./protect-globals.ts";
import { type Host, Remotes } from "./remotes.ts";
import { accessTokenOf, personOf } from "./session-cookie.ts";
import { Telemetry } from "./telemetry.ts";
import { drawnMark, mark } from "./timeline.ts";
import { trustOwnScripts } from "./trusted-types.ts";
import { watchUpdateLoops } from "./update-loops.ts";

/** Delay after which code that is not needed yet is fetched, ms; specification §9. */
const PREFETCH_DELAY_MS = 1000;

/**
 * How long the application waits for the routes of its first page when it is there itself, ms; they follow then as for
 * any later page.
 */
const FIRST_ROUTES_WAIT_MS = 1000;

type App = {
  start(context: StartContext): void;
  /** Loads what pages of remotes and the default layout need beside it. */
  loadFramed(): Promise<unknown>;
  /** Resolves when the first page shows what it is about: what is fetched for later begins then. */
  firstViewDrawn(): Promise<void>;
};

interface Start {
  composition: Composition;
  config: PageConfig;
  app: Promise<App>;
  load(remote: string): Promise<RouteObject[]>;
  loadModule<T>(remote: string, module: string): Promise<T>;
  /** The remotes of the page, where they can be replaced while it lives. */
  remotes?: Pick<Remotes, "download" | "recover" | "releaseOf" | "onReplaced" | "isOffPage">;
  hangs?: Pick<HangMarker, "visit">;
  onUpdateLoop?: StartContext["onUpdateLoop"];
  telemetry?: Pick<Telemetry, "caught" | "recovered" | "reportOf" | "visit">;
}

/** Parts of the shell, each an `import()` of its own. */
interface Parts {
  loadApp(): Promise<App>;
  /** What loads remotes. */
  loadFederation(): Promise<Host>;
  /** All that it gives to remotes. */
  loadShared(): Promise<unknown>;
}

/**
 * Starts the page: the code and the data of the remote that owns the address are being loaded before React or the
 * router exist.
 */
export async function boot({ loadApp, loadFederation, loadShared }: Parts): Promise<void> {
  protectGlobals();
  trustOwnScripts();
  const loopListeners: (() => void)[] = [];
  watchUpdateLoops(() => {
    for (const listener of loopListeners) listener();
  });
  // zod would try whether it may compile code: the page's policy forbids it, and reports each try.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  const composition = readComposition();
  enforceIntegrity(composition);
  const config = readConfig();
  const telemetry = new Telemetry(composition, config.telemetry);
  telemetry.start();
  const shown = outlineShown();
  const app = shown.then(loadApp).then(async (loaded) => {
    if (isFramed(composition)) await loaded.loadFramed();
    return loaded;
  });
  app.catch(() => telemetry.reportOf(composition.shell.name, "failure"));
  const hangs = new HangMarker(localStorage);
  const remotes = new Remotes(composition, telemetry, hangs, loadFederation);
  keepRoot(document.getElementById("root")!);
  dropFailedStyles();
  watchFiles((url) => remotes.fileFailed(byRelease(url)));
  hangs.start();
  await startPage({
    composition,
    config,
    app,
    load: (remote) => shown.then(() => remotes.load(remote)),
    loadModule: (remote, module) => shown.then(() => remotes.loadModule(remote, module)),
    remotes,
    hangs,
    onUpdateLoop: (listener) => void loopListeners.push(listener),
    telemetry,
  });
  const fetchRest = async () => {
    const loaded = await app;
    await loaded.firstViewDrawn();
    await Promise.all([completeIntegrity(), loaded.loadFramed(), loadShared()]);
  };
  setTimeout(() => void fetchRest().catch(() => undefined), PREFETCH_DELAY_MS);
}

/**
 * Starts the application with what the address needs, wherever its parts come from. Never rejects: it shows what went
 * wrong.
 */
export async function startPage(parts: Start): Promise<void> {
  const { composition, config, app, load, loadModule, remotes, hangs, telemetry } = parts;
  const match = matchRoute(composition, location.pathname);
  const markVisit = (path: string) => {
    const visited = matchRoute(composition, path)?.app ?? composition.shell.name;
    hangs?.visit(visited === composition.shell.name ? null : visited);
  };
  markVisit(location.pathname);
  const owner = match && match.owner !== composition.shell.name ? match.owner : null;
  const routes = owner
    ? load(owner).then(
        (list) => ({ remote: owner, routes: list }),
        () => undefined, // the router asks again and shows what went wrong
      )
    : undefined;
  const section = match && sectionAt(composition, match);
  // Beside the routes that frame it, which ask for it again.
  if (section) void loadModule(match.app, section).catch(() => undefined);
  const blame = new Blame(composition);
  // Scripts of a release that gave way, or fails to load, may throw. Telemetry counts it; the page has no part in it.
  const quieten = (event: Event, error: unknown, file?: string) => {
    const culprit = blame.of(error, file);
    if (culprit && remotes?.isOffPage(culprit)) event.stopImmediatePropagation();
  };
  addEventListener("error", (event) => quieten(event, event.error, event.filename));
  addEventListener("unhandledrejection", (event) => quieten(event, event.reason));
  const apps = new Map([composition.shell, ...composition.remotes].map(({ name, release }) => [name, release]));
  const preloaded = new Preloaded();
  const token = match && accessTokenOf(document.cookie, config.cookiePrefix, Date.now());
  if (token) {
    const person = personOf(document.cookie, config.cookiePrefix);
    const hasNoPlan = person !== null && localStorage.getItem(personalKey(person, NO_PLAN)) !== null;
    preloaded.start([...preloadsOf(match, hasNoPlan), ...countsOf(composition)], token);
  }
  addEventListener("unhandledrejection", ({ reason }) => {
    const file = requestOf(reason);
    // A remote's own parts are replaced in place.
    if (!file || !composition.remotes.some(({ name }) => file.includes(`/assets/${name}/`)))
      reloadForChunkError(reason);
  });
  try {
    const [{ start }, first] = await Promise.all([
      app,
      Promise.race([routes, app.then(() => wait(FIRST_ROUTES_WAIT_MS))]),
    ]);
    start({
      composition,
      config,
      first,
      loadRoutes: load,
      loadModule,
      reportFailure: (app, error) => {
        telemetry?.caught(app, error);
        console.error(error);
      },
      reportRecovered: (app, error) => {
        telemetry?.recovered(app, error);
        console.warn(error);
      },
      blame: (error, file) => blame.of(error, file)?.app ?? null,
      releaseOf: (app) => remotes?.releaseOf(app) ?? apps.get(app),
      drawn: (app) => {
        mark(drawnMark(app));
        telemetry?.reportOf(app, "drawn");
      },
      visit: (path) => {
        markVisit(path);
        telemetry?.visit(path);
      },
      onUpdateLoop: (listener) => parts.onUpdateLoop?.(listener),
      recover: async (remote, error) => (await remotes?.recover(remote, error)) ?? false,
      onReplaced: (listener) => remotes?.onReplaced(listener),
      // Without a composition of remotes there is one bundle, whose parts are only known to its loader.
      preload: (remote) => (remotes ? remotes.download(remote) : void load(remote).catch(() => undefined)),
      preloaded: (path) => preloaded.take(path),
    });
  } catch (error) {
    if (!reloadForChunkError(error)) showStartFailure(error);
  }
}

/** Longest wait for the outline, ms: a page that nobody looks at has no frames. */
const OUTLINE_WAIT_MS = 100;

/**
 * Resolves when the outline that came with the page is painted. Scripts that are there already would be compiled and
 * run before it: on a slow machine, a second of nothing. All is being fetched meanwhile.
 */
const outlineShown = () =>
  new Promise<void>((shown) => {
    requestAnimationFrame(() => requestAnimationFrame(() => shown()));
    setTimeout(shown, OUTLINE_WAIT_MS);
  });

/** Whether the page that is asked for is a remote's, or has the default layout. */
function isFramed(composition: Composition): boolean {
  const match = matchRoute(composition, location.pathname);
  return match !== null && (match.owner !== composition.shell.name || match.rule.layout === "default");
}

/** The module of a settings section that another remote's page frames. */
function sectionAt(composition: Composition, { app, rule }: RouteMatch): string | undefined {
  const { contributes } = composition.remotes.find(({ name }) => name === app) ?? {};
  return contributes?.settings?.find(({ path }) => path === rule.path)?.module;
}

const wait = (ms: number) => new Promise<undefined>((done) => setTimeout(done, ms));

/** The application itself did not arrive: all that can be shown is what the page can draw alone. */
function showStartFailure(error: unknown): void {
  console.error(error);
  const main = document.createElement("main");
  const text = document.createElement("p");
  text.textContent = "Tessera could not be loaded. Check your connection and try again; nothing you saved is lost.";
  const again = document.createElement("button");
  again.textContent = "Try again";
  again.addEventListener("click", () => location.reload());
  main.setAttribute("role", "alert");
  main.append(text, again);
  document.getElementById("root")?.replaceChildren(main);
}
