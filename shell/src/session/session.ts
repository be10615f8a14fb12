import type {
  AuthChangeEvent,
  SupabaseClient,
  Session as SupabaseSession,
  User as SupabaseUser,
} from "@supabase/supabase-js";
import type { PageConfig } from "@tessera/federation/composition.ts";
import type { Auth, Session, User } from "@tessera/shell-api";
import { createSavedPath } from "../guard/saved-path.ts";
import type { SharedState } from "../stores/shared-state.ts";
import { createStore } from "../stores/store.ts";
import { asCalled } from "./as-called.ts";
import { lacksSecondFactor } from "./assurance.ts";
import { adoptPlainCookies } from "./host-cookies.ts";
import type { Link } from "./link.ts";
import { readStoredSession } from "./stored-session.ts";
import type { Supabase } from "./supabase.ts";

/** Longest wait for the session before a navigation reads it, in ms; specification §9. */
export const SESSION_WAIT = 200;

/** Refusals of a renewal that mean there is no session left. */
const over = new Set([
  "refresh_token_not_found",
  "refresh_token_already_used",
  "session_expired",
  "session_not_found",
  "user_not_found",
  "user_banned",
]);

/** A token is renewed when less than this is left of it, in ms, so that none expires during a request. */
const MARGIN = 10_000;

export interface ShellSession extends Auth {
  /** Resolves when the session is settled, and after 200 ms at the latest. */
  wait(): Promise<void>;
  /** A valid token; null when nobody is signed in. */
  accessToken(): Promise<string | null>;
  /** A new token, after a service refused the current one; null also when the session has ended. */
  renew(): Promise<string | null>;
  /** Called when a renewal was refused and nobody is signed in any more. */
  onEnded(listener: () => void): () => void;
  client(): Promise<Supabase>;
  /** A client that keeps no session. */
  apart(): Promise<SupabaseClient>;
  /** Called after each event of the session. */
  onEvent(listener: (event: AuthChangeEvent, user: User | null) => void): () => void;
  /** The person came by a link to set a new password. */
  recovering(): boolean;
  /** Whether the person still has to give their second factor; follow it with `subscribe`. */
  needsSecondFactor(): boolean;
}

interface Options {
  config: Pick<PageConfig, "identityUrl" | "anonKey" | "cookiePrefix" | "captcha">;
  shared: SharedState;
  /** Gets the events of the client's connection to realtime. */
  link: Link;
  /** Loads supabase-js: apart from the page's first code, since a cookie already says who is signed in. */
  load(): Promise<typeof import("./supabase.ts")>;
}

export const userOf = (user: SupabaseUser): User => ({
  id: user.id,
  email: user.email ?? "",
  createdAt: user.created_at,
  factors: (user.factors ?? []).map(({ id, factor_type, status, friendly_name }) => ({
    id,
    factor_type: factor_type === "phone" ? "phone" : "totp",
    status,
    friendly_name,
  })),
  identities: (user.identities ?? []).map(({ identity_id, provider }) => ({ identity_id, provider })),
});

export function createSession({ config, shared, link, load }: Options): ShellSession {
  adoptPlainCookies(config.cookiePrefix);
  const stored = readStoredSession(document.cookie, config.cookiePrefix);
  const isStored = () => readStoredSession(document.cookie, config.cookiePrefix) !== null;
  const first = stored ? userOf(stored.user) : null;
  shared.supabase_user.set(first);
  const store = createStore<Session>(first ? { state: "signed-in", user: first } : { state: "signed-out", user: null });
  const listeners = new Set<(event: AuthChangeEvent, user: User | null) => void>();
  const endListeners = new Set<() => void>();
  let token = stored ? { value: stored.access_token, expiresAt: stored.expires_at * 1000 } : null;
  let needsSecondFactor = lacksSecondFactor(first, token?.value ?? null);
  let recovering = false;
  const fresh = () => token !== null && token.expiresAt - Date.now() > MARGIN;

  const apply = (event: AuthChangeEvent, session: SupabaseSession | null) => {
    token = session ? { value: session.access_token, expiresAt: (session.expires_at ?? 0) * 1000 } : null;
    const user = session ? userOf(session.user) : null;
    if (event === "PASSWORD_RECOVERY") recovering = true;
    if (event === "USER_UPDATED" || event === "SIGNED_OUT") recovering = false;
    const before = { user: store.get().user, needsSecondFactor };
    needsSecondFactor = lacksSecondFactor(user, token?.value ?? null);
    // A renewed token mostly changes nobody: components need not render again.
    if (
      event !== "TOKEN_REFRESHED" ||
      JSON.stringify(before.user) !== JSON.stringify(user) ||
      before.needsSecondFactor !== needsSecondFactor
    ) {
      shared.supabase_user.set(user);
      store.set({ state: user ? "signed-in" : "signed-out", user });
    }
    for (const listener of [...listeners]) listener(event, user);
  };

  let client: Promise<Supabase> | undefined;
  const open = () => {
    client ??= load().then(({ createSupabase }) => {
      const made = createSupabase({
        url: config.identityUrl || location.origin,
        key: config.anonKey,
        cookieName: config.cookiePrefix,
        secure: location.protocol === "https:",
        link,
        captcha: config.captcha,
      });
      made.auth.onAuthStateChange((event, session) => {
        // A renewal that did not reach the server reports nobody at first, and leaves the stored session as it is.
        const unreached = event === "INITIAL_SESSION" && !session && isStored();
        if (!unreached) apply(event, session);
      });
      return made;
    });
    client.catch(() => {
      client = undefined;
    });
    return client;
  };
  // Nothing is stored and no link is being answered: nobody is signed in, and no library is needed to know it.
  const known = first === null || fresh();
  let settled: Promise<void> | null = known ? null : open().then(async (made) => void (await made.auth.getSession()));

  return {
    getSession: store.get,
    subscribe: store.subscribe,
    account: asCalled(async () => {
      const [{ createOwnAccount }] = await Promise.all([import("./own-account.ts"), open()]);
      return createOwnAccount({
        url: `${config.identityUrl || location.origin}/auth/v1`,
        key: config.anonKey,
        open,
        keepPath: createSavedPath(config.cookiePrefix).save,
        leave: (to) => location.assign(to),
      });
    }),
    client: open,
    apart: async () => (await load()).createApart({ url: config.identityUrl || location.origin, key: config.anonKey }),
    recovering: () => recovering,
    needsSecondFactor: () => needsSecondFactor,
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async wait() {
      if (!settled) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, SESSION_WAIT);
      });
      const over = settled.then(
        () => {
          settled = null;
        },
        () => undefined,
      );
      await Promise.race([over, limit]);
      clearTimeout(timer);
    },
    async accessToken() {
      if (fresh()) return token?.value ?? null;
      if (!token) return null;
      const { data } = await (await open()).auth.getSession();
      return data.session?.access_token ?? null;
    },
    onEnded(listener) {
      endListeners.add(listener);
      return () => void endListeners.delete(listener);
    },
    async renew() {
      const before = store.get().user;
      const { auth } = await open();
      const { data, error } = await auth.refreshSession();
      // The library keeps a session whose access token has not expired; but no service takes that token any more.
      if (error && over.has(error.code ?? "")) await auth.signOut({ scope: "local" });
      if (before && store.get().user === null) for (const listener of [...endListeners]) listener();
      return data.session?.access_token ?? null;
    },
    async signOut(scope) {
      const { error } = await (await open()).auth.signOut({ scope });
      if (error) throw error;
    },
    async updateUser({ email, password, currentPassword }) {
      const made = await open();
      const { data, error } = await made.auth.updateUser(
        { email, password, current_password: currentPassword },
        { emailRedirectTo: `${location.origin}/confirm` },
      );
      if (error) throw error;
      return { emailConfirmationSent: email !== undefined && data.user.email !== email };
    },
  };
}
