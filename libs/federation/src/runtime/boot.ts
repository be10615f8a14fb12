import type { StartContext } from "../page.ts";
import { matchRoute, preloadsOf } from "../route-rules.ts";
import { reloadForChunkError } from "./chunk-reload.ts";
import { enforceIntegrity } from "./integrity.ts";
import { readComposition, readConfig } from "./page-data.ts";
import { Preloaded } from "./preloaded.ts";
import { Remotes } from "./remotes.ts";
import { accessTokenOf } from "./session-cookie.ts";

/** Delay after which code that is not needed yet is fetched, ms; specification §9. */
const PREFETCH_DELAY_MS = 1000;

type App = { start(context: StartContext): void };

/**
 * Starts the page: the code and the data of the remote that owns the address are under way before React or the router exist.
 * `loadApp` is the shell's `import("./app.tsx")`, `loadRest` imports the shared modules that no first view needs.
 */
export async function boot(loadApp: () => Promise<App>, loadRest: () => Promise<unknown>): Promise<void> {
  // zod would try whether it may compile code: the page's policy forbids it, and reports each try.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  const composition = readComposition();
  const config = readConfig();
  enforceIntegrity(composition);
  const app = loadApp();
  const remotes = new Remotes(composition);
  const match = matchRoute(composition, location.pathname);
  const owner = match && match.owner !== composition.shell.name ? match.owner : null;
  const routes = owner
    ? remotes.load(owner).then(
        (list) => ({ remote: owner, routes: list }),
        () => undefined, // the router asks again and shows what went wrong
      )
    : undefined;
  const preloaded = new Preloaded();
  if (match) {
    const paths = preloadsOf(match);
    const token = paths.length ? accessTokenOf(document.cookie, config.cookiePrefix, Date.now()) : null;
    if (token) preloaded.start(paths, token);
  }
  addEventListener("unhandledrejection", (event) => void reloadForChunkError(event.reason));
  try {
    const [{ start }, first] = await Promise.all([app, routes]);
    start({
      composition,
      config,
      first,
      loadRoutes: (remote) => remotes.load(remote),
      preload: (remote) => void remotes.load(remote).catch(() => undefined),
      preloaded: (path) => preloaded.take(path),
    });
    setTimeout(() => void loadRest().catch(() => undefined), PREFETCH_DELAY_MS);
  } catch (error) {
    if (!reloadForChunkError(error)) showStartFailure(error);
  }
}

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
