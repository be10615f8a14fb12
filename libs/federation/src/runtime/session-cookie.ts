const BASE64_PREFIX = "base64-";

/**
 * The session in the cookies that @supabase/ssr writes: JSON, plain or base64url behind `base64-`, whole or in chunks
 * `name.0`, `name.1` …; read without loading the library. Null when there is none or it cannot be read. Its fields are
 * not checked.
 */
export function readSessionCookie(cookies: string, name: string): Record<string, unknown> | null {
  const jar = new Map(
    cookies.split("; ").map((pair) => {
      const equals = pair.indexOf("=");
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );
  let value = jar.get(name) ?? "";
  // An empty whole does not hide the chunks: the library reads them, too.
  if (!value) for (let index = 0; jar.has(`${name}.${index}`); index += 1) value += jar.get(`${name}.${index}`);
  if (!value) return null;
  try {
    const plain = decodeURIComponent(value);
    const json = plain.startsWith(BASE64_PREFIX) ? fromBase64Url(plain.slice(BASE64_PREFIX.length)) : plain;
    const session: unknown = JSON.parse(json);
    return typeof session === "object" && session !== null ? (session as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The access token in the session cookie; null when there is none or it expires within 10 s of `now` (ms). */
export function accessTokenOf(cookies: string, name: string, now: number): string | null {
  const { access_token: token, expires_at: expiresAt } = readSessionCookie(cookies, name) ?? {};
  if (typeof token !== "string" || !token || typeof expiresAt !== "number" || expiresAt * 1000 < now + 10_000)
    return null;
  return token;
}

/** Id of the person whose session is in the cookie; null when there is none. */
export function personOf(cookies: string, name: string): string | null {
  const user = readSessionCookie(cookies, name)?.user as { id?: unknown } | null | undefined;
  return typeof user?.id === "string" ? user.id : null;
}

function fromBase64Url(text: string): string {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (character) =>
    character.charCodeAt(0),
  );
  return new TextDecoder().decode(bytes);
}
