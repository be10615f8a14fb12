import { createBrowserClient } from "@supabase/ssr";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { PageConfig } from "@tessera/federation/composition.ts";
// Refusals come through this client.
import "../pages/all-auth-words.ts";
import { rememberingMails } from "./asked-here.ts";
import { withCaptcha } from "./captcha.ts";
import { fetchInTime } from "./fetch-in-time.ts";
import type { Link } from "./link.ts";

export interface SupabaseOptions {
  url: string;
  key: string;
  cookieName: string;
  secure: boolean;
  link: Link;
  captcha: PageConfig["captcha"];
}

/** Realtime in ms; specification §9. */
const HEARTBEAT = 25_000;
const TIMEOUT = 10_000;
const RECONNECTS = [1_000, 2_000, 5_000, 10_000];

/**
 * PKCE with the cookie adapter; cookies as in specification §9: path /, lax, 400 days, chunks of 3180 characters (the
 * adapter's own size).
 */
export function createSupabase({ url, key, cookieName, secure, link, captcha }: SupabaseOptions) {
  let unanswered: ReturnType<typeof setTimeout> | undefined;
  const client = createBrowserClient(url, key, {
    isSingleton: false,
    cookieOptions: {
      name: cookieName,
      path: "/",
      sameSite: "lax",
      maxAge: 400 * 24 * 60 * 60,
      httpOnly: false,
      secure,
    },
    auth: {
      // complete-callback.ts reads the address: the library would accept whatever it finds there without asking.
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
    },
    global: { fetch: rememberingMails(captcha ? withCaptcha(captcha, fetchInTime) : fetchInTime) },
    realtime: {
      heartbeatIntervalMs: HEARTBEAT,
      timeout: TIMEOUT,
      reconnectAfterMs: (tries: number) => {
        const delay = RECONNECTS[Math.min(tries, RECONNECTS.length) - 1] ?? TIMEOUT;
        link.waits(delay);
        return delay;
      },
      heartbeatCallback: (status: string, latency?: number) => {
        clearTimeout(unanswered);
        // The client itself would wait for a whole interval; a second heartbeat over an unanswered one ends the
        // connection.
        if (status === "sent") unanswered = setTimeout(() => void client.realtime.sendHeartbeat(), TIMEOUT);
        link.heartbeat(status, latency);
      },
      transport: link.transport as never,
    },
  });
  return client;
}
export type Supabase = ReturnType<typeof createSupabase>;

/** A client that stores nothing: for links whose account the person has not confirmed yet. */
export const createApart = ({ url, key }: Pick<SupabaseOptions, "url" | "key">): SupabaseClient =>
  createClient(url, key, {
    auth: { storageKey: "tessera-apart", persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
