import type { Transport } from "@tessera/contracts/client.ts";
import type { StartContext } from "@tessera/federation/page.ts";
import { matchRoute } from "@tessera/federation/route-rules.ts";
import { requestOf } from "@tessera/federation/runtime/load-error.ts";
import type { Contributions, IdentityService, Realtime, ShellApi } from "@tessera/shell-api";
import { contributionsOf } from "@tessera/shell-api/contributions-of.ts";
import { createContext, useContext } from "react";
import { type CommandRegistry, createCommandRegistry } from "./commands/registry.ts";
import { createDialogStack, type DialogStack } from "./dialogs/dialog-stack.ts";
import { createSavedPath, type SavedPath } from "./guard/saved-path.ts";
import { createLoadingBar, type LoadingBarModel } from "./layout/loading-bar-model.ts";
import { createNotices, type Notices } from "./notices/notices.ts";
import { createTransport } from "./session/http.ts";
import { createIdentity } from "./session/identity.ts";
import { createLink } from "./session/link.ts";
import { createRealtime } from "./session/realtime.ts";
import { createSession, type ShellSession } from "./session/session.ts";
import { createBadges } from "./stores/badges.ts";
import { createBilling, type ShellBilling } from "./stores/billing.ts";
import { createDrafts } from "./stores/drafts.ts";
import { createPlace } from "./stores/place.ts";
import { createPreferences, type ShellPreferences } from "./stores/preferences.ts";
import { createSharedState, type SharedState } from "./stores/shared-state.ts";
import { createStore, type Store } from "./stores/store.ts";

/** A newer build waits to be taken. */
export interface ReadyUpdate {
  parts: string[];
}

/** All that the shell is made of; one of each for the life of the page. */
export interface Services
  extends Pick<StartContext, "composition" | "config" | "loadRoutes" | "loadModule" | "recover" | "preload" | "preloaded"> {
  shared: SharedState;
  session: ShellSession;
  http: Transport;
  identity: IdentityService;
  realtime: Realtime;
  contributions: Contributions;
  billing: ShellBilling;
  preferences: ShellPreferences;
  drafts: ShellApi["drafts"];
  badges: ReturnType<typeof createBadges>;
  place: ReturnType<typeof createPlace>;
  commands: CommandRegistry;
  dialogs: DialogStack;
  notices: Notices;
  loadingBar: LoadingBarModel;
  savedPath: SavedPath;
  /** What lies over the page. */
  overlay: Store<"palette" | "shortcuts" | null>;
  /** An error that nothing handled: the error page shows it. */
  fatal: Store<unknown>;
  update: Store<ReadyUpdate | null>;
  /** A full-page navigation. */
  leave(url: string): void;
}

export function createServices(context: StartContext): Services {
  const { composition, config } = context;
  const shared = createSharedState();
  const link = createLink();
  const session = createSession({ config, shared, link, load: () => import("./session/supabase.ts") });
  const http = createTransport({ accessToken: session.accessToken, renew: session.renew });
  // The page may have asked by itself, before this code was there.
  const ask: Transport = async (path, init) => {
    const early = (init?.method ?? "GET") === "GET" ? await context.preloaded(path)?.catch(() => null) : null;
    return early && early.status !== 401 ? early : http(path, init);
  };
  const contributions = contributionsOf(composition.remotes, { load: context.loadModule, report: context.reportFailure });
  context.onReplaced(contributions.forget);
  return {
    ...context,
    shared,
    session,
    http,
    identity: createIdentity(config, session),
    realtime: createRealtime(session, link),
    contributions,
    billing: createBilling(ask),
    preferences: createPreferences(http, localStorage),
    drafts: createDrafts(localStorage),
    badges: createBadges(),
    place: createPlace(() => matchRoute(composition, location.pathname)?.rule.id ?? ""),
    commands: createCommandRegistry(async (error) => {
      const file = requestOf(error);
      const owner = composition.remotes.find(({ release, stable }) =>
        [release, stable].some((one) => one && file?.startsWith(new URL(one.base, location.href).href)),
      );
      return owner ? context.recover(owner.name, error) : false;
    }),
    dialogs: createDialogStack(),
    notices: createNotices(),
    loadingBar: createLoadingBar(),
    savedPath: createSavedPath(config.cookiePrefix),
    overlay: createStore<"palette" | "shortcuts" | null>(null),
    fatal: createStore<unknown>(null),
    update: createStore<ReadyUpdate | null>(null),
    leave: (url) => location.assign(url),
  };
}

const ServicesContext = createContext<Services | null>(null);
export const ServicesProvider = ServicesContext.Provider;
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error("The shell's services are provided by app.tsx");
  return services;
}
