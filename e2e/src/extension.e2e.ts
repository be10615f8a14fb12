import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type BrowserContext, chromium, expect, type Page, type Worker } from "@playwright/test";
import { accessToken } from "./access-token.ts";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { WHOLE_BROWSER } from "./launch.ts";
import { enter, someone } from "./person.ts";
import type { Product } from "./product.ts";

test.use({ serviceWorkers: "allow" });

/** The browser extension in a browser that it was added to, and a site on the loopback that is kept with it. */
const BUILT = resolve(import.meta.dirname, "../../libs/extension/dist");
const ARTICLE = `<!doctype html><html lang="en"><title>Strange weather</title>
  <main><h1>Strange weather</h1><p>Nobody was out.</p><p id="rain">It rained upwards.</p><p>Then it stopped.</p></main>`;

let site: Server;
let folder: string;
let context: BrowserContext;
let background: Worker;
let token: string;
let revoke: () => Promise<unknown>;
const addressOf = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`;

test.beforeAll(async ({ product }) => {
  site = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(ARTICLE));
  await new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready));
  folder = await mkdtemp(join(tmpdir(), "tessera-extension-"));
  const extension = join(folder, "extension");
  await cp(BUILT, extension, { recursive: true });
  // No test can answer the browser's own question whether a host may be reached: it is answered beforehand.
  const manifest = JSON.parse(await readFile(join(BUILT, "manifest.json"), "utf8"));
  const hosts = { host_permissions: ["http://localhost/*", "http://127.0.0.1/*"] };
  await writeFile(join(extension, "manifest.json"), JSON.stringify({ ...manifest, ...hosts }));
  const { launchOptions, ...how } = WHOLE_BROWSER;
  context = await chromium.launchPersistentContext(join(folder, "profile"), {
    ...how,
    ...launchOptions,
    baseURL: product.url,
    locale: "en-GB",
    args: [...launchOptions.args, `--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
  });
  background = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await enter(context, product, someone("tessera.example"));
  ({ token, revoke } = await makeToken(context.pages()[0]!, product));
});
test.afterAll(async () => {
  await context?.close();
  site.close();
  await rm(folder, { recursive: true, force: true });
});

/** A token that reads and adds cards. */
async function makeToken(page: Page, { url }: Product) {
  const headers = { authorization: `Bearer ${await accessToken(page)}`, "content-type": "application/json" };
  const body = JSON.stringify({ name: "Extension", scopes: ["cards:read", "cards:write"] });
  const answer = await fetch(`${url}/auth/v1/user/api-tokens`, { method: "POST", headers, body });
  const made = (await answer.json()) as { id: string; token: string };
  const end = () => fetch(`${url}/auth/v1/user/api-tokens/${made.id}`, { method: "DELETE", headers });
  return { token: made.token, revoke: end };
}

/** Opens the dialog of the extension's button for a tab: browsers show it only to a hand. */
async function openDialog(of: Page): Promise<Page> {
  const id = await background.evaluate(
    async (url) => (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id,
    of.url(),
  );
  const page = await context.newPage();
  await page.setViewportSize({ width: 360, height: 600 });
  await page.goto(new URL(`popup.html?tab=${id}`, background.url()).href);
  return page;
}

/** Chooses an entry of the menu that a right click opens; no test reaches a browser's own menus. */
const chooseMenu = (of: Page, menuItemId: string, more: object = {}) =>
  background.evaluate(
    async ({ url, info }) => {
      const tab = (await chrome.tabs.query({})).find((one) => one.url === url);
      (chrome.contextMenus.onClicked as unknown as { dispatch(...of: unknown[]): void }).dispatch(info, tab);
    },
    { url: of.url(), info: { menuItemId, ...more } },
  );
const badge = () => background.evaluate(() => chrome.action.getBadgeText({}));

test("a page is saved with a note, tags and what is selected, once it is connected", async ({ product }) => {
  const article = await context.newPage();
  await article.goto(addressOf("/weather"));
  await article.locator("#rain").selectText();
  const dialog = await openDialog(article);
  await expect(dialog.getByLabel("Address of your Tessera")).toBeFocused();
  await expectAccessible(dialog, "connecting");
  await dialog.keyboard.type("http://news.example");
  await dialog.getByLabel("API token").fill("tessera_pat_wrong");
  await dialog.keyboard.press("Enter");
  await expect(dialog.getByRole("status")).toHaveText(/^The address must begin with https:\/\//);
  await dialog.getByLabel("Address of your Tessera").fill(product.url);
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(dialog.getByRole("status")).toHaveText(/token/);
  await dialog.getByLabel("API token").fill(token);
  await dialog.keyboard.press("Enter");

  await expect(dialog.getByLabel("Note")).toBeFocused();
  await expect(dialog.getByLabel("Title")).toHaveValue("Strange weather");
  await expect(dialog.getByText("It rained upwards.")).toBeVisible();
  await expectAccessible(dialog, "saving");
  await dialog.keyboard.type("For the talk");
  await dialog.getByLabel("Tags").fill("weather, to read");
  await dialog.keyboard.press("Enter");
  await expect(dialog.getByText("Saved.", { exact: true })).toBeVisible();
  const [card] = await Promise.all([
    context.waitForEvent("page"),
    dialog.getByRole("link", { name: "Open the card" }).press("Enter"),
  ]);
  await expect(card.getByText("For the talk").first()).toBeVisible();
  await expect(card.getByText("to read").first()).toBeVisible();
  await card.goto("/items/highlight");
  await expect(card.getByRole("row").filter({ hasText: "It rained upwards." })).toBeVisible();

  // The same page again: nothing is there twice, nothing is replaced.
  const again = await openDialog(article);
  await again.getByLabel("Note").fill("And for the book");
  await again.getByLabel("Keep the selected text as a highlight").uncheck();
  await again.getByRole("button", { name: "Save", exact: true }).click();
  await expect(again.getByText("You had this page already. Note and tags were added.")).toBeVisible();
  await card.goto("/items/bookmark");
  await expect(card.getByRole("row").filter({ hasText: "Strange weather" })).toHaveCount(1);
  await card.getByRole("row").filter({ hasText: "Strange weather" }).click();
  await expect(card.getByText("For the talk").first()).toBeVisible();
  await expect(card.getByText("And for the book").first()).toBeVisible();
  for (const page of [dialog, again, card, article]) await page.close();
});

test("the menu saves a link at once, and what cannot be sent waits until it can", async ({ product }) => {
  const article = await context.newPage();
  await article.goto(addressOf("/links"));
  await chooseMenu(article, "link", { linkUrl: addressOf("/linked") });
  await expect.poll(badge).toBe("✓");
  const list = await context.newPage();
  await list.goto("/items/bookmark");
  await expect(list.getByRole("row").filter({ hasText: "/linked" })).toBeVisible();

  await revoke();
  await chooseMenu(article, "page");
  await expect.poll(badge).toBe("1");
  const dialog = await openDialog(article);
  await expect(dialog.getByText(/^1 page waits to be sent: .*token/)).toBeVisible();
  await expectAccessible(dialog, "a page that waits");
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await expect(dialog.getByRole("status")).toHaveText(/^Disconnected\./);
  await expect(dialog.getByText(/^1 page waits/)).toBeVisible();
  ({ token, revoke } = await makeToken(list, product));
  await dialog.getByLabel("Address of your Tessera").fill(product.url);
  await dialog.getByLabel("API token").fill(token);
  await dialog.keyboard.press("Enter");
  await expect(dialog.getByText(/page waits/)).toBeHidden();
  await expect.poll(badge).toBe("");
  await expect(list.getByRole("row").filter({ hasText: "Strange weather" })).toHaveCount(2);
});
