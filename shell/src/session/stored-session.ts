import { z } from "zod";

const Stored = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  /** Seconds since 1970. */
  expires_at: z.number(),
  user: z.looseObject({ id: z.string(), email: z.string().optional(), created_at: z.string() }),
});
export type StoredSession = z.infer<typeof Stored>;

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
    return Stored.parse(JSON.parse(plain.startsWith("base64-") ? decodeBase64Url(plain.slice("base64-".length)) : plain));
  } catch {
    return null;
  }
}

function decodeBase64Url(text: string): string {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}
