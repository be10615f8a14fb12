import type { Page } from "@playwright/test";

/** The token of the person who is signed in, from the cookies that @supabase/ssr keeps the session in. */
export async function accessToken(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  const chunks = cookies
    .filter(({ name }) => /auth-token(\.\d+)?$/.test(name))
    .sort((a, b) => a.name.localeCompare(b.name));
  const value = chunks.map((cookie) => cookie.value).join("");
  return JSON.parse(Buffer.from(value.replace("base64-", ""), "base64url").toString()).access_token;
}
