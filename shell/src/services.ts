import type { Transport } from "@tessera/contracts-core/client.ts";
import { NO_PLAN, type StartContext } from "@tessera/federation/page.ts";
import { matchRoute } from "@tessera/federation/route-rules.ts";
import { requestOf } from "@tessera/federation/runtime/load-error.ts";
import { type Contributions, createLive, type IdentityService, type Realtime, type ShellApi } from "@tessera/shell-api";
import { contributionsOf } from "@tessera/shell-api/contributions-of.ts";
import { createContext, type ReactNode, useContext } from "react";
import { type CommandRegistry, createCommandRegistry } from "./commands/registry.ts";
import { createDialogStack, type DialogStack } from "./dialogs/dialog-stack.ts";
import { createSavedPath, type SavedPath } from "./guard/saved-path.ts";
import { createLoadingBar, type LoadingBarModel } from "./layout/loading-bar-model.ts";
import { createNotices, type Notices } from "./notices/notices.ts";
import { createOffline, SHELL, type ShellOffline } from "./offline/offline.ts";
import type { OwnBrowser } from "./push/own-browser.ts";
import { firstViewDrawn } from "./routing/first-view.ts";
import { sectionsDrawn } from "./routing/sections-drawn.tsx";
import { asCalled } from "./session/as-called.ts";
import { createTransport } from "./session/http.ts";
import { createIdentity } from "./session/identity.ts";
import { createLink } from "./session/link.ts";
import { createRealtime } from "./session/realtime.ts";
import { createSession, type ShellSession } from "./session/session.ts";
import { createBadges } from "./stores/badges.ts";
import { CHECK_PATH, createBilling, MAX_CHECK_AGE_DAYS, type ShellBilling } from "./stores/billing.ts";
import { createDrafts } from "./stores/drafts.ts";
import { createFailures, type Failures } from "./stores/failures.ts";
import { createPersonalStorage, type PersonalStorage } from "./stores/personal-storage.ts";
import { createPlace } from "./stores/place.ts";
import { createPreferences, type ShellPreferences } from "./stores/preferences.ts";
import { createSharedState, type SharedState } from "./stores/shared-state.ts";
import { createStore, type Store } from "./stores/store.ts";
import { preferencesAct, waitingPreferences } from "./stores/waiting-preferences.ts";
import { ownContainer } from "./updates/service-worker.ts";

/** A newer build waits to be taken. */
export interface ReadyUpdate {
  parts: string[];
}

/** The shell's services; one of each for the life of the page. */
export interface Services
  extends Pick<
    StartContext,
    | "composition"
    | "config"
    | "loadRoutes"
    | "loadModule"
    | "recover"
    | "preload"
    | "preloaded"
    | "drawn"
    | "releaseOf"
    | "reportFailure"
    | "blame"
  > {
  shared: SharedState;
  session: ShellSession;
  http: Transport;
  offline: ShellOffline;
  identity: IdentityService;
  realtime: Realtime;
  live: ShellApi["live"];
  contributions: Contributions;
  billing: ShellBilling;
  preferences: ShellPreferences;
  drafts: ReturnType<typeof createDrafts>;
  personal: PersonalStorage;
  push: OwnBrowser;
  badges: ReturnType<typeof createBadges>;
  place: ReturnType<typeof createPlace>;
  commands: CommandRegistry;
  dialogs: DialogStack;
  notices: Notices;
  loadingBar: LoadingBarModel;
  savedPath: SavedPath;
  /** What lies over the page. */
  overlay: Store<"palette" | "shortcuts" | null>;
  /** What shows that speech is taken down; null while dictation is switched off. */
  dictation: Store<ReactNode>;
  /** Which app drew what on the page; null while nobody inspects it. */
  inspector: Store<ReactNode>;
  /** An error of the shell that nothing handled: the error page takes the place of every page. */
  fatal: Store<unknown>;
  failures: Failures;
  /** Path of the page that is on the screen: the router's may be that of one that is still to be drawn. */
  shownPath: { current: string };
  update: Store<ReadyUpdate | null>;
  /** A full-page navigation. */
  leave(url: string): void;
}

/** Id of the signed-in person; null while their second factor is missing. */
export const whoIsIn = (session: ShellSession) =>
  session.needsSecondFactor() ? null : (session.getSession().user?.id ?? null);

export function createServices(context: StartContext): Services {
  const { composition, config } = context;
  const shared = createSharedState();
  const link = createLink();
  const session = createSession({ config, shared, link, load: () => import("./session/supabase.ts") });
  let preloaded: StartContext["preloaded"] = context.preloaded;
  // Answers requested by somebody else are not shown to the person who is signed in now.
  onOtherPerson(session, () => {
    preloaded = () => null;
  });
  const offline = createOffline({ person: () => whoIsIn(session), loadArea: context.loadRoutes });
  offline.declare({
    area: SHELL,
    keep: [{ path: CHECK_PATH, days: MAX_CHECK_AGE_DAYS }],
    acts: preferencesAct(() => http),
  });
  const http = offline.transport(
    createTransport({
      preloaded: (path) => preloaded(path),
      accessToken: session.accessToken,
      renew: session.renew,
    }),
  );
  // Its library is as heavy as half a page, which it need not delay.
  const realtime = createRealtime({ ...session, client: () => firstViewDrawn().then(session.client) }, link);
  const personal = createPersonalStorage(localStorage, sessionStorage, () => whoIsIn(session));
  const failures = createFailures();
  const contributions = contributionsOf(composition.remotes, {
    load: sectionsDrawn(context, failures),
    report: context.reportFailure,
  });
  context.onReplaced(contributions.forget);
  context.onReplaced(failures.remove);
  return {
    ...context,
    shared,
    session,
    http,
    offline,
    identity: createIdentity(config, session),
    realtime,
    live: createLive(realtime, (changed) => onOtherPerson(session, changed)),
    contributions,
    billing: createBilling(http, ({ billingStatus }) =>
      billingStatus === "active" ? personal.remove(NO_PLAN) : personal.set(NO_PLAN, billingStatus),
    ),
    personal,
    push: asCalled(async () =>
      (await import("./push/own-browser.ts")).createOwnBrowser({ http, personal, container: ownContainer() }),
    ),
    preferences: createPreferences(http, personal, waitingPreferences(offline, SHELL)),
    drafts: createDrafts(personal),
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
    dictation: createStore<ReactNode>(null),
    inspector: createStore<ReactNode>(null),
    fatal: createStore<unknown>(null),
    failures,
    shownPath: { current: location.pathname },
    update: createStore<ReadyUpdate | null>(null),
    leave: (url) => location.assign(url),
  };
}

/** Calls back whenever another person, or nobody, is signed in. */
function onOtherPerson(session: ShellSession, changed: () => void): void {
  let person = session.getSession().user?.id ?? null;
  session.onEvent((_event, user) => {
    if ((user?.id ?? null) === person) return;
    person = user?.id ?? null;
    changed();
  });
}

const ServicesContext = createContext<Services | null>(null);
export const ServicesProvider = ServicesContext.Provider;
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error("The shell's services are provided by app.tsx");
  return services;
}
