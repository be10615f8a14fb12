import { type Browser, expect, type Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { enter, PASSWORD, someone } from "./person.ts";
import type { Product } from "./product.ts";

/** Links to /confirm that somebody else wrote: what they may do to the browser of a person who clicks on one. */
let product: Product;
test.beforeAll(({ product: shared }) => {
  product = shared;
});

const post = async (path: string, body: object) => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${product.url}/auth/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, string>;
};

/** Address of a page that carries the tokens of a stranger's session. */
async function strangersTokens(email: string): Promise<string> {
  const { access_token, refresh_token } = await post("signup", { email, password: PASSWORD });
  return `/confirm#${new URLSearchParams({ access_token: access_token!, refresh_token: refresh_token!, token_type: "bearer" })}`;
}

/** Token of a link that a stranger had mailed to themselves. */
async function strangersLink(email: string): Promise<string> {
  await post("otp", { email });
  let token: string | null = null;
  await expect
    .poll(async () => {
      const answer = await fetch(`${product.url}/dev/outbox.json?to=${encodeURIComponent(email)}`);
      const { messages } = (await answer.json()) as { messages: { links: string[] }[] };
      const links = messages.flatMap(({ links }) => links).map((link) => new URL(link).searchParams);
      token = links.map((query) => query.get("token_hash") ?? query.get("token")).find(Boolean) ?? null;
      return token;
    })
    .toBeTruthy();
  return `/confirm?token_hash=${token}&type=magiclink`;
}

async function victim(browser: Browser, theme: "light" | "dark" = "light"): Promise<{ page: Page; email: string }> {
  const context = await browser.newContext({ baseURL: product.url });
  await context.addInitScript(
    (chosen) => localStorage.setItem("tessera.preferences", JSON.stringify({ theme: chosen })),
    theme,
  );
  const page = await context.newPage();
  return { page, email: await enter(page.context(), product) };
}

const whoIsIn = async (page: Page): Promise<string> => {
  await page.goto("/settings/profile");
  const shown = page.getByText(/person-\w+@example\.com/).first();
  await expect(shown).toBeVisible();
  return /person-\w+@example\.com/.exec((await shown.textContent()) ?? "")?.[0] ?? "";
};

for (const theme of ["light", "dark"] as const) {
  test(`tokens of a stranger's session are taken only when the person says so (${theme})`, async ({ browser }) => {
    const { page, email } = await victim(browser, theme);
    const stranger = someone();
    await page.goto(await strangersTokens(stranger));
    await expect(page.getByRole("heading", { name: `Sign in as ${stranger}?` })).toBeVisible();
    await expect(page.getByText(`You are signed in as ${email}.`)).toBeVisible();
    await expect(page).toHaveURL(/\/confirm$/);
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath("question.png") });
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("heading", { name: "Nothing was changed" })).toBeVisible();
    expect(await whoIsIn(page)).toBe(email);
  });
}

test("a mailed link is spent by its button alone, and then asks whose account it is", async ({ browser }) => {
  const { page, email } = await victim(browser);
  const stranger = someone();
  await post("signup", { email: stranger, password: PASSWORD });
  const link = await strangersLink(stranger);
  // What scanners of mails do.
  for (let looks = 0; looks < 2; looks++) expect((await fetch(product.url + link)).status).toBe(200);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Sign in to Tessera" })).toBeVisible();
  await expect(page.getByText(`You are signed in as ${email}.`)).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath("link.png") });
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: `Sign in as ${stranger}?` })).toBeVisible();
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/queue/);
  expect(await whoIsIn(page)).toBe(stranger);
});

test("nobody is signed in, or out, by an address alone", async ({ browser }) => {
  const nobody = await (await browser.newContext({ baseURL: product.url })).newPage();
  const stranger = someone();
  await nobody.goto(await strangersTokens(stranger));
  await expect(nobody.getByRole("heading", { name: `Sign in as ${stranger}?` })).toBeVisible();
  await nobody.goto("/login");
  await expect(nobody.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();

  const { page, email } = await victim(browser);
  for (const address of [
    "/confirm?error=x",
    "/confirm#error=access_denied&error_code=otp_expired",
    "/confirm?code=abc",
  ]) {
    await page.goto("/settings/profile");
    await page.goto(address);
    await expect(page.getByRole("button", { name: "Continue to Tessera" })).toBeVisible();
  }
  expect(await whoIsIn(page)).toBe(email);
});

test("cookies that are too large for any page are removed by the page that says so, and only by its button", async ({
  browser,
}) => {
  const { page } = await victim(browser);
  const large = Array.from({ length: 6 }, (_, index) => ({
    name: `large${index}`,
    value: "x".repeat(3500),
    url: product.url,
  }));
  await page.context().addCookies(large);
  expect((await page.goto("/queue"))?.status()).toBe(431);
  await expect(page.getByRole("heading", { name: "This browser keeps too much for this site" })).toBeVisible();
  await expectAccessible(page);
  expect((await page.context().cookies()).map(({ name }) => name)).toContain("large0");
  await page.getByRole("button", { name: "Sign out and start over" }).click();
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  expect(
    (await page.context().cookies()).map(({ name }) => name).filter((name) => /^(?:large|sb-)/.test(name)),
  ).toEqual([]);
});
