import { type Browser, expect } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";

/** What the front page says, in lines, without what differs as one of both can be clicked. */
async function wordsOf(browser: Browser, url: string, javaScriptEnabled: boolean): Promise<string[]> {
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled, locale: "en" });
  const page = await context.newPage();
  // A page without scripts is sent without the plans while billing takes its time, and does not ask again.
  await expect.poll(async () => (await page.request.get("/")).text()).toContain('<section id="plans">');
  await page.goto("/");
  await expect(page.locator("#plans h3")).toHaveCount(3);
  const words = await page.locator("h1, #claims :is(h2, h3, p), #kept, #plans").allInnerTexts();
  await context.close();
  return words.join("\n").split(/\n+/);
}

test("the front page says without scripts what it says with them", async ({ browser, product }) => {
  const [without, withThem] = [await wordsOf(browser, product.url, false), await wordsOf(browser, product.url, true)];
  const said = new Set(without.map((line) => line.trim()));
  const starts = /^Start with /;
  expect(withThem.map((line) => line.trim()).filter((line) => line && !starts.test(line) && !said.has(line))).toEqual(
    [],
  );
});

test("without scripts the front page reads well, light and dark, wide and narrow", async ({ browser, product }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false, colorScheme });
    const page = await context.newPage();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto("/");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const picture = page.getByRole("img", { name: "The inbox" });
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toBeVisible();
      await expect
        .poll(() => page.locator("html").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
        .toBe(0);
    }
    await page.getByRole("link", { name: "Privacy and your data" }).click();
    await expect(page).toHaveURL(/\/handbook\/privacy$/);
    await page.goto("/login");
    await expect(page.locator(".no-script")).toContainText("Signing in needs JavaScript.");
    await page.getByRole("link", { name: "What Tessera is" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Everything you keep/);
    await context.close();
  }
});

test("code has its colours with and without scripts, as the policy of the page allows", async ({
  browser,
  product,
}) => {
  for (const javaScriptEnabled of [false, true]) {
    const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled, colorScheme: "light" });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/");
    await page.locator("#code").scrollIntoViewIfNeeded();
    const code = page.locator("#code pre");
    await expect(code).toContainText("/api/items`, {");
    await expect(code.getByText("await", { exact: true })).toHaveCSS("color", "rgb(198, 160, 246)");
    await expect(code.getByText("// A script saves a link as a card.")).toHaveCSS("font-style", "italic");
    expect(refused).toEqual([]);
    await context.close();
  }
});

test("each public page has its payload, which the page takes when it is gone to", async ({ page }) => {
  const handbook = (slug: string, text: string) => ({
    pages: expect.any(Array),
    page: { slug, html: expect.stringContaining(text) },
  });
  const payloads: Record<string, object> = {
    "/": { title: "Tessera", rule: { id: "index", prerendered: true } },
    "/login": { title: "Sign in · Tessera", rule: { id: "login", prerendered: true } },
    "/confirm": { title: "Confirm · Tessera", rule: { id: "confirm", prerendered: true } },
    "/handbook/billing": { handbook: handbook("billing", "<h2") },
    "/handbook/whats-new": { handbook: handbook("whats-new", "<h2") },
  };
  for (const [path, payload] of Object.entries(payloads)) {
    const answer = await page.request.get(`${path === "/" ? "" : path}/_payload.json`);
    expect(await answer.json()).toMatchObject({ path, buildId: expect.stringMatching(/^[0-9a-f]{16}$/), ...payload });
  }
  await page.goto("/");
  const asked = (path: string) =>
    page.waitForResponse((answer) => new URL(answer.url()).pathname === `${path}/_payload.json`);
  const ofLogin = asked("/login");
  await page.getByRole("link", { name: "Sign in" }).first().click();
  expect((await ofLogin).status()).toBe(200);
  const ofHandbook = asked("/handbook/whats-new");
  await page.goto("/handbook/whats-new");
  expect((await ofHandbook).status()).toBe(200);
});

test("with scripts the page that takes its place can be used by everybody", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "What is kept where" })).toBeVisible();
  await expectAccessible(page);
});
