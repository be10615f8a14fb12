import { type BrowserContext, expect, type Page } from "@playwright/test";
import { createServerClient } from "@supabase/ssr";
import { accessToken } from "./access-token.ts";
import type { Product } from "./product.ts";

export const PASSWORD = "correct horse battery";

/** An address nobody else in the run has. */
export const someone = (domain = "example.com") => `person-${crypto.randomUUID().slice(0, 8)}@${domain}`;

/** Name of the cookie that the product keeps a session in. */
const COOKIE = "sb-tessera-auth-token";

/**
 * Creates an account over the service's own HTTP and gives the browser its session: for journeys that are not about
 * signing up. No page is opened. @returns the person's address
 */
export async function enter(
  context: BrowserContext,
  { url }: Pick<Product, "url">,
  email = someone(),
): Promise<string> {
  await withSession(context, url, (auth) => auth.signUp({ email, password: PASSWORD }));
  return email;
}

/** Signs a person in over the service's own HTTP, in a browser that has none of their sessions. */
export async function enterAgain(context: BrowserContext, { url }: Pick<Product, "url">, email: string): Promise<void> {
  await withSession(context, url, (auth) => auth.signInWithPassword({ email, password: PASSWORD }));
}

/** Gives the browser a session of a person whom other journeys of the product may have made already. */
export async function enterOrReturn(
  context: BrowserContext,
  { url }: Pick<Product, "url">,
  email: string,
): Promise<void> {
  await withSession(context, url, async (auth) => {
    const known = await auth.signInWithPassword({ email, password: PASSWORD });
    return known.error ? auth.signUp({ email, password: PASSWORD }) : known;
  });
}

type Auth = ReturnType<typeof createServerClient>["auth"];

/** Lets the adapter that pages use write the cookies of the session that `act` opens. */
async function withSession(
  context: BrowserContext,
  url: string,
  act: (auth: Auth) => Promise<{ error: unknown }>,
): Promise<void> {
  const cookies: { name: string; value: string }[] = [];
  const { auth } = createServerClient(url, "tessera", {
    cookieOptions: { name: COOKIE },
    cookies: { getAll: () => [], setAll: (all) => void cookies.push(...all.filter(({ value }) => value)) },
  });
  const { error } = await act(auth);
  if (error) throw error;
  await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url, sameSite: "Lax" as const })));
}

/** Creates an account on the login page that is open, or opens it first. */
export async function signUp(page: Page, email = someone()): Promise<string> {
  if (!page.url().includes("/login")) await page.goto("/login");
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  return email;
}

export async function signIn(page: Page, email: string): Promise<void> {
  if (!page.url().includes("/login")) await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}

/** Pays for a plan from the billing page on, with a card of the sandbox. */
export async function subscribe(page: Page, card = "4242 4242 4242 4242"): Promise<void> {
  if (!page.url().includes("/billing")) await page.goto("/billing");
  await page.getByRole("button", { name: "Choose Studio" }).click();
  await pay(page, card);
}

/** Waits, behind the checkout, until the plan is active: what needs one is shut until then. */
export async function untilActive(page: Page): Promise<void> {
  await page.waitForURL(/\/billing\/success/);
  await expect(page.getByRole("heading", { name: /is active$/ })).toBeVisible();
}

/** Chooses the dark theme in the settings; a navigation before the answer would leave it to the next page to send. */
export async function chooseDark(page: Page): Promise<void> {
  const answerTo = (method: string) =>
    page.waitForResponse(
      (answer) => answer.request().method() === method && answer.url().endsWith("/api/settings/preferences"),
    );
  const loaded = answerTo("GET");
  await page.goto("/settings/appearance");
  await loaded;
  // Asked for again: the answer may have been one to a page of before, whose body is gone.
  const headers = { authorization: `Bearer ${await accessToken(page)}` };
  const answer = await page.request.get(new URL("/api/settings/preferences", page.url()).href, { headers });
  const { theme } = (await answer.json()) as { theme: string };
  // The person may have chosen it on another page already.
  if (theme !== "dark") {
    const saved = answerTo("PATCH");
    await page.getByRole("radio", { name: "Dark" }).check();
    expect((await saved).ok()).toBe(true);
  }
  await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
}

/** Fills the sandbox's checkout page. */
export async function pay(page: Page, card: string): Promise<void> {
  await page.waitForURL(/\/sandbox\/checkout\//);
  await page.getByLabel("Card number").fill(card);
  await page.getByLabel("Expiry date").fill("12 / 34");
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("Name on card").fill("Ines Halvorsen");
  await page.getByRole("button", { name: /^(Pay|Subscribe)/ }).click();
}
