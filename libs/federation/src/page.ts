import type { RouteObject } from "@tessera/router";
import type { Composition, LoadableRelease, PageConfig } from "./composition.ts";

/** What `boot` hands to the application: `shell/src/app.tsx` exports `start(context: StartContext): void`. */
export interface StartContext {
  composition: Composition;
  config: PageConfig;
  /**
   * The remote that owns the page's address, when its code came with the page; absent when the shell owns it or loading
   * failed.
   */
  first?: { remote: string; routes: RouteObject[] };
  /**
   * Routes of a remote, loaded once; falls back to its stable release on its own.
   * @throws RemoteLoadError (may be tried again)
   */
  loadRoutes(remote: string): Promise<RouteObject[]>;
  /**
   * Default export of a module that a remote's manifest names; from its stable release when this one's does not come.
   * @throws RemoteLoadError (may be tried again)
   */
  loadModule<T>(remote: string, module: string): Promise<T>;
  /**
   * What ran of an app threw, a contribution or a page of the shell: its release is reported, and nothing is replaced.
   */
  reportFailure(app: string, error: unknown): void;
  /** React recovered from an error on a page of `app`: reported of the release whose code threw, judges nothing. */
  reportRecovered(app: string, error: unknown): void;
  /**
   * Name of the app whose code threw, by the error's stack and the `file` the browser names; null when neither tells.
   */
  blame(error: unknown, file?: string): string | null;
  /** The release that an app runs, or would: its stable one once another has failed. Undefined for other names. */
  releaseOf(app: string): LoadableRelease | undefined;
  /** The routes of an app, or the shell's frame, are on the screen. */
  drawn(app: string): void;
  /**
   * The page at `path` is about to be drawn: when the browser hangs from now on, that is reported of the app whose page
   * it is.
   */
  visit(path: string): void;
  /** Puts a remote's stable release in the place of one that runs and fails. False when nothing can take its place. */
  recover(remote: string, error: unknown): Promise<boolean>;
  /** `listener` is called when the page draws itself again and again without an end. */
  onUpdateLoop(listener: () => void): void;
  /** `listener` is given the routes of a release that took the place of one that ran. */
  onReplaced(listener: (remote: string, routes: RouteObject[]) => void): void;
  /**
   * Downloads a remote's code ahead of time, for example when a link is hovered. It does not run before `loadRoutes`.
   */
  preload(remote: string): void;
  /** Answer of a GET that the page started on its own (`preload` of the route rule); given once, then null. */
  preloaded(path: string): Promise<Response> | null;
}

/** Key of the browser's storage under which something of a person is kept. */
export const personalKey = (person: string, name: string): string => `tessera.of.${person}.${name}`;
/** Name under which it is kept that the last answer of the subscription check was not "active". */
export const NO_PLAN = "no-plan";

/** Ids of the JSON blocks in the page: what the server resolved for this visitor. */
export const COMPOSITION_ELEMENT = "composition";
export const CONFIG_ELEMENT = "config";

/** Ends what a visitor has from their own machine (overrides.ts): an address alone, so that pages carry no schemas. */
export const CLEAR_OVERRIDE_PATH = "/builds/override/clear";
/** Where pages learn that a release was withdrawn: server-sent events, each a `Recall`. */
export const RECALLS_PATH = "/builds/recalls";
/** Where pages report how their releases fare. */
/** Where the identity service says which ways to sign in it offers; the page of /login asks ahead for it. */
export const SETTINGS_PATH = "/auth/v1/settings";
export const TELEMETRY_PATH = "/api/releases/telemetry";
/**
 * Cookie with the theme the person chose, "light" or "dark", so that the first frame has it; none while they follow the
 * system.
 */
export const THEME_COOKIE = "tessera-theme";
/** Cookie with how this browser last drew the frame: "compact", "wide", both with a dot between, or nothing. */
export const FRAME_COOKIE = "tessera-frame";

/** Name under which no other host of the domain can set the cookie: browsers take its prefix on https alone. */
export const ownCookie = (name: string, isHttps: boolean): string => (isHttps ? `__Host-${name}` : name);
