import { createBrowserClient } from "@supabase/ssr";

export interface SupabaseOptions {
  url: string;
  key: string;
  cookieName: string;
  /** Whether the address carries the answer of a mail's link or of another sign-in service. */
  detectSessionInUrl: boolean;
  secure: boolean;
}

/** PKCE with the cookie adapter; cookies as in specification §9: path /, lax, 400 days, chunks of 3180 characters (the adapter's own size). */
export function createSupabase({ url, key, cookieName, detectSessionInUrl, secure }: SupabaseOptions) {
  return createBrowserClient(url, key, {
    isSingleton: false,
    cookieOptions: { name: cookieName, path: "/", sameSite: "lax", maxAge: 400 * 24 * 60 * 60, httpOnly: false, secure },
    auth: { detectSessionInUrl },
  });
}
export type Supabase = ReturnType<typeof createSupabase>;
