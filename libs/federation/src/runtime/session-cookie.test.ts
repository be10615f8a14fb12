import { describe, expect, it } from "@jest/globals";
import { createBrowserClient } from "@supabase/ssr";
import { accessTokenOf } from "./session-cookie.ts";

const NAME = "sb-tessera-auth-token";
const NOW = 1_800_000_000_000;

/** Cookies as @supabase/ssr itself writes them for a session. */
async function cookiesOf(session: object, cookieEncoding: "base64url" | "raw"): Promise<string> {
  const jar = new Map<string, string>();
  const client = createBrowserClient("http://localhost", "key", {
    isSingleton: false,
    cookieOptions: { name: NAME },
    cookieEncoding,
    auth: { autoRefreshToken: false },
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      setAll: (cookies: { name: string; value: string }[]) => {
        for (const { name, value } of cookies) jar.set(name, encodeURIComponent(value));
      },
    },
  });
  const storage = (client.auth as unknown as { storage: { setItem(key: string, value: string): Promise<void> } })
    .storage;
  await storage.setItem(NAME, JSON.stringify(session));
  return ["theme=dark", ...[...jar].map(([name, value]) => `${name}=${value}`)].join("; ");
}

const session = (expiresIn: number, padding = "") => ({
  access_token: "ey.é.s",
  expires_at: NOW / 1000 + expiresIn,
  user: { id: "1", padding },
});

describe("access token in the session cookie", () => {
  it.each(["base64url", "raw"] as const)(
    "is read as @supabase/ssr writes it (%s), whole or in chunks",
    async (encoding) => {
      expect(accessTokenOf(await cookiesOf(session(3600), encoding), NAME, NOW)).toBe("ey.é.s");
      const chunked = await cookiesOf(session(3600, "ü".repeat(4000)), encoding);
      expect(chunked).toContain(`${NAME}.1=`);
      expect(accessTokenOf(chunked, NAME, NOW)).toBe("ey.é.s");
    },
  );

  it("is not used when it expires, is missing or cannot be read", async () => {
    expect(accessTokenOf(await cookiesOf(session(9), "base64url"), NAME, NOW)).toBeNull();
    expect(accessTokenOf("theme=dark", NAME, NOW)).toBeNull();
    expect(accessTokenOf("", NAME, NOW)).toBeNull();
    expect(accessTokenOf(`${NAME}=base64-%%%`, NAME, NOW)).toBeNull();
    expect(accessTokenOf(`${NAME}=null`, NAME, NOW)).toBeNull();
  });
});
