import { type BrowserContext, type ConsoleMessage, expect, type Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { ADMIN, test } from "./journey.ts";
import { declaredPages } from "./pages.ts";
import { chooseDark, enter } from "./person.ts";
import type { Product } from "./product.ts";

/** Every page as a person gets it: layout, title, accessibility, nothing that the page's own policy refuses. */
let product: Product;
let signedIn: Awaited<ReturnType<BrowserContext["storageState"]>>;
/** Id of a card of the person's. */
let card: string;
const pages = () => declaredPages({ type: "inbox", id: card });

test.beforeAll(async ({ browser, product: shared }) => {
  product = shared;
  const page = await browser.newPage({ baseURL: product.url });
  await enter(page.context(), product, ADMIN);
  await page.goto("/items/inbox");
  await page.getByRole("button", { name: "Capture", exact: true }).first().click();
  await page.getByLabel("What to capture").fill("Names for the second plan: Studio, Bench, Workshop");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("row").filter({ hasText: "Names for the second plan" }).click();
  await page.waitForURL(/\/items\/inbox\/[0-9a-f-]{36}$/);
  card = page.url().split("/").at(-1)!;
  signedIn = await page.context().storageState();
  await page.close();
});

const ERROR = /Page Not Found|could not be loaded|cannot be shown|Something went wrong/;

/** Visits a page as its manifest declares it: it draws a heading, has a title, and nothing on it failed. */
async function visit(page: Page, path: string): Promise<void> {
  const refused: string[] = [];
  const note = (message: ConsoleMessage) => {
    if (message.type() === "error" && /Content Security Policy|integrity/i.test(message.text()))
      refused.push(message.text());
  };
  page.on("console", note);
  const answer = await page.goto(path);
  expect(answer?.status(), path).toBe(200);
  await expect(page.getByRole("heading").first(), path).toBeVisible();
  await expect(page, path).toHaveTitle(/\S/);
  await expect(page.getByRole("progressbar", { name: "Page loading", includeHidden: true })).not.toHaveAttribute(
    "data-state",
    "running",
  );
  await expect(page.getByText(ERROR), path).toHaveCount(0);
  await expectAccessible(page, path);
  expect(refused, path).toEqual([]);
  page.off("console", note);
}

for (const look of [
  { name: "wide, light", width: 1440, height: 900, colorScheme: "light" },
  { name: "phone, dark", width: 390, height: 932, colorScheme: "dark" },
] as const) {
  test(`pages that are open to everybody are accessible: ${look.name}`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: product.url, viewport: look, colorScheme: look.colorScheme });
    const page = await context.newPage();
    for (const { path } of pages().filter(({ session }) => !session)) await visit(page, path);
    await context.close();
  });

  test(`pages of a signed-in person are accessible: ${look.name}`, async ({ browser }) => {
    test.setTimeout(300_000); // some thirty pages, each of which is judged
    const context = await browser.newContext({ baseURL: product.url, viewport: look, storageState: signedIn });
    const page = await context.newPage();
    if (look.colorScheme === "dark") await chooseDark(page);
    for (const { path } of pages().filter(({ session }) => session)) await visit(page, path);
    await context.close();
  });
}

test("a chosen dark theme is there before any script has run", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.url, storageState: signedIn, serviceWorkers: "block" });
  const page = await context.newPage();
  await chooseDark(page);
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto("/items/inbox");
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(14, 17, 17)");
  await context.close();
});

test("an address nobody has answers 404 and says which [route.not-found]", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: product.url, storageState: signedIn });
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await expect(page.getByText("Page not found: /no/such/page")).toBeVisible();
  await page.close();
});

test("a type that no plugin registers fails the route's validation [route.validation-failure]", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: product.url, storageState: signedIn });
  await page.goto("/items/spaceship?x=1");
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await expect(page.getByText("Page Not Found: /items/spaceship?x=1")).toBeVisible();
  await page.close();
});

test("/items leads to the inbox, on the server and within the page [route.items-redirect]", async ({
  browser,
  request,
}) => {
  const answer = await request.get(`${product.url}/items`, { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([302, "/items/inbox"]);
  const page = await browser.newPage({ baseURL: product.url, storageState: signedIn });
  await page.goto("/items");
  await expect(page).toHaveURL(/\/items\/inbox$/);
  await page.close();
});

test("the page tells what it may do: a strict policy, no frame around it, no guessing of types", async ({
  request,
}) => {
  const headers = (await request.get(product.url)).headers();
  expect(headers["content-security-policy"]).toMatch(/script-src 'self'(;|$)/);
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["content-security-policy"]).not.toContain("unsafe-inline");
  expect(headers["x-content-type-options"]).toBe("nosniff");
});

test("the service worker takes the whole origin, and the page opens offline after it [shell.sw-scope]", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url, storageState: signedIn });
  const page = await context.newPage();
  await page.goto("/queue");
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(scope).toBe(`${product.url}/`);
  await page.reload();
  await expect(page.getByRole("heading", { name: /Queue/ }).first()).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("navigation", { name: "Areas" })).toBeVisible();
  await context.close();
});
