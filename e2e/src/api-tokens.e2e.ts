import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { chooseDark, enter, signIn, someone } from "./person.ts";
import { Product } from "./product.ts";

/** A person's own programs: a token is made, used and revoked; a page is saved from another site. */
let product: Product;
test.beforeAll(async () => {
  product = await Product.start({ INTERNAL_EMAIL_DOMAIN: "tessera.example" });
});
test.afterAll(() => product?.stop());

/** Makes a token that adds cards, by keyboard alone. @param tag limits it to notes with this one @returns it */
async function makeToken(page: Page, tag?: string): Promise<string> {
  await page.goto("/settings/api-tokens");
  await page.getByRole("button", { name: "Create a token" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Shortcut");
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel("Read and search your cards")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel("Add cards, change them")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(dialog.getByLabel("Cards that it reaches")).toBeVisible();
  // Past the scopes of other areas, how long it lasts, and the button that closes.
  for (let tab = 0; tab < 5; tab++) await page.keyboard.press("Tab");
  await expect(dialog.getByLabel("Cards that it reaches")).toBeFocused();
  if (tag) {
    await page.keyboard.press("ArrowDown");
    await expect(dialog.getByLabel("Note", { exact: true })).toBeVisible();
    await dialog.getByLabel("Note", { exact: true }).press("Space");
    await dialog.getByLabel(/^With one of these tags/).fill(tag);
    await expectAccessible(page, "the limits of a token");
  }
  await dialog.getByLabel("Expires after").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Create token" })).toBeFocused();
  await page.keyboard.press("Enter");
  const token = await dialog.locator("code").first().textContent();
  await expect(dialog.getByRole("figure")).toContainText(`Authorization: Bearer ${token}`);
  await expectAccessible(page, "the token that was made");
  await dialog.getByLabel("I have saved it").press("Space");
  await dialog.getByRole("button", { name: "Done" }).press("Enter");
  await expect(page.getByText(/^Shortcut can be used from now on/)).toBeVisible();
  return token!;
}

test("a token is made by keyboard, adds a card that the open inbox shows, and is worth nothing once revoked", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url });
  await enter(context, product, someone("tessera.example"));
  const page = await context.newPage();
  const token = await makeToken(page);
  expect(token).toMatch(/^tessera_pat_/);

  const capture = (body: string) =>
    fetch(`${product.url}/api/items`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ body }),
    });
  await page.goto("/items/inbox");
  await expect(page.getByRole("heading", { name: "Inbox" }).first()).toBeVisible();
  expect((await capture("Captured by a script")).status).toBe(201);
  await expect(page.getByText("Captured by a script").first()).toBeVisible();
  const read = await fetch(`${product.url}/api/items`, { headers: { authorization: `Bearer ${token}` } });
  expect([read.status, ((await read.json()) as { code: string }).code]).toEqual([403, "api_token_scope"]);
  const account = await fetch(`${product.url}/auth/v1/user`, { headers: { authorization: `Bearer ${token}` } });
  expect(account.status).toBe(403);

  await page.goto("/settings/api-tokens");
  await expect(page.getByRole("list", { name: "Your tokens" })).toContainText("last used just now");
  await page.getByRole("button", { name: "Revoke Shortcut" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).press("Enter");
  await expect(page.getByText("Shortcut does not count any more.")).toBeVisible();
  const refused = await capture("Too late");
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([401, "api_token_invalid"]);
  await page.goto("/settings/activity");
  await expect(page.getByText("An API token was revoked")).toBeVisible();
  await context.close();
});

test("a token is limited to notes with a tag, and reaches no other card", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.url });
  await enter(context, product, someone("tessera.example"));
  const page = await context.newPage();
  const token = await makeToken(page, "home");
  await expect(page.getByRole("list", { name: "Your tokens" })).toContainText(
    "only cards of the type Note with the tag home",
  );
  const capture = async (card: object) => {
    const answer = await fetch(`${product.url}/api/items`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ type: "note", ...card }),
    });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  expect(await capture({ title: "Paint the fence", tags: ["Home"] })).toEqual([201, undefined]);
  expect(await capture({ title: "Quarter plan", tags: ["work"] })).toEqual([403, "api_token_cards"]);
  await page.goto("/items/note");
  await expect(page.getByText("Paint the fence").first()).toBeVisible();
  await expect(page.getByText("Quarter plan")).toBeHidden();
  await context.close();
});

test("the bookmarklet offers another site's page, also after signing in, and saves it when the person says so", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url });
  const email = await enter(context, product, someone("tessera.example"));
  const page = await context.newPage();
  await page.goto("/settings/save-from-anywhere");
  const link = page.getByRole("link", { name: "Save to Tessera" });
  const code = decodeURIComponent((await link.getAttribute("href"))!.replace(/^javascript:/, ""));
  await link.click();
  await expect(page.getByText(/^Here it does nothing/)).toBeVisible();

  const site = await context.newPage();
  await site.route("https://news.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Strange weather</title><p>It rained upwards.</p>" }),
  );
  await site.goto("https://news.example/weather?today=1");
  await site.getByText("It rained upwards.").selectText();
  const [share] = await Promise.all([context.waitForEvent("page"), site.evaluate(code)]);
  await expect(share.getByRole("heading", { name: "Strange weather" })).toBeVisible();
  await expect(share.getByText("https://news.example/weather?today=1")).toBeVisible();
  await expect(share.getByRole("button", { name: "Save to Tessera" })).toBeFocused();
  await share.keyboard.press("Enter");
  await share.waitForURL(/\/items\/inbox\//);
  await expect(share.getByText("Strange weather").first()).toBeVisible();
  await context.close();

  // Somebody who is not signed in gets there behind the login page.
  const stranger = await browser.newPage({ baseURL: product.url });
  await stranger.goto(`/share?${new URLSearchParams({ url: "https://news.example/", title: "Later news" })}`);
  await stranger.waitForURL(/\/login/);
  await signIn(stranger, email);
  await expect(stranger.getByRole("heading", { name: "Later news" })).toBeVisible();
  await stranger.context().close();
});

for (const look of [
  { name: "wide, light", width: 1280, height: 900, colorScheme: "light" },
  { name: "phone, dark", width: 390, height: 844, colorScheme: "dark" },
] as const) {
  test(`the pages of tokens, commands and offers are accessible: ${look.name}`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: product.url, viewport: look, colorScheme: look.colorScheme });
    await enter(context, product, someone("tessera.example"));
    const page = await context.newPage();
    if (look.colorScheme === "dark") await chooseDark(page);
    await makeToken(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create a token" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await page.goto("/settings/save-from-anywhere");
    await expect(page.getByRole("link", { name: "Save to Tessera" })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`/share?${new URLSearchParams({ url: "https://news.example/", title: "News", text: "Words" })}`);
    await expect(page.getByRole("button", { name: "Save to Tessera" })).toBeVisible();
    await expectAccessible(page);
    await context.close();
  });
}
