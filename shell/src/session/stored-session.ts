import type { Session } from "@supabase/supabase-js";

/** What the page needs of a session; `expires_at` in seconds since 1970. */
export type StoredSession = Pick<Session, "access_token" | "user"> & { expires_at: number };

/**
 * The session as @supabase/ssr keeps it in cookies (JSON, base64url after `base64-`, in chunks `name.0`, `name.1` …),
 * read without loading the library: a signed-in person's first view need not wait for it.
 */
export function readStoredSession(cookies: string, name: string): StoredSession | null {
  const jar = new Map(
    cookies.split("; ").map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    }),
  );
  let value = jar.get(name) ?? "";
  for (let chunk = 0; !jar.has(name) && jar.has(`${name}.${chunk}`); chunk += 1) value += jar.get(`${name}.${chunk}`);
  if (!value) return null;
  try {
    const plain = decodeURIComponent(value);
    const session = JSON.parse(
      plain.startsWith("base64-") ? decodeBase64Url(plain.slice("base64-".length)) : plain,
    ) as Partial<StoredSession>;
    return isWhole(session) ? session : null;
  } catch {
    return null;
  }
}

function isWhole(session: Partial<StoredSession>): session is StoredSession {
  return typeof session.access_token === "string" && typeof session.expires_at === "number" && typeof session.user?.id === "string";
}

function decodeBase64Url(text: string): string {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}
