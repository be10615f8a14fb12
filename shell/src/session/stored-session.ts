import type { Session } from "@supabase/supabase-js";
import { readSessionCookie } from "@tessera/federation/runtime/session-cookie.ts";

/** What the page needs of a session; `expires_at` in seconds since 1970. */
export type StoredSession = Pick<Session, "access_token" | "user"> & { expires_at: number };

/** The session in the cookies, when all that the page needs of it is there. */
export function readStoredSession(cookies: string, name: string): StoredSession | null {
  const session = readSessionCookie(cookies, name) as Partial<StoredSession> | null;
  return session && isWhole(session) ? session : null;
}

function isWhole(session: Partial<StoredSession>): session is StoredSession {
  return (
    typeof session.access_token === "string" &&
    typeof session.expires_at === "number" &&
    typeof session.user?.id === "string"
  );
}
