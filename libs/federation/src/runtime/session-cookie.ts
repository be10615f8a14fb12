const BASE64_PREFIX = "base64-";

/**
 * The access token in the session cookie that @supabase/ssr writes: JSON, plain or base64url behind `base64-`, whole or in chunks
 * `name.0`, `name.1` …; null when there is none, it cannot be read, or it expires within 10 s of `now` (ms).
 */
export function accessTokenOf(cookies: string, name: string, now: number): string | null {
  const jar = new Map(
    cookies.split("; ").map((pair) => {
      const equals = pair.indexOf("=");
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );
  let value = jar.get(name) ?? "";
  if (!value) for (let index = 0; jar.has(`${name}.${index}`); index += 1) value += jar.get(`${name}.${index}`);
  if (!value) return null;
  try {
    const plain = decodeURIComponent(value);
    const json = plain.startsWith(BASE64_PREFIX) ? fromBase64Url(plain.slice(BASE64_PREFIX.length)) : plain;
    const session = JSON.parse(json) as { access_token?: string; expires_at?: number };
    if (!session.access_token || (session.expires_at ?? 0) * 1000 < now + 10_000) return null;
    return session.access_token;
  } catch {
    return null;
  }
}

function fromBase64Url(text: string): string {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}
