import { expect } from "@playwright/test";
import { test } from "./journey.ts";
import { lookOver, prepare, signedIn } from "./look-over.ts";
import { chooseDark } from "./person.ts";

test.use({ serviceWorkers: "allow" });

const LOOK = { width: 1440, height: 900, colorScheme: "light", isTouched: false } as const;

test.beforeAll(({ browser, product }) => prepare(browser, product));

test("pages that are open to everybody are accessible, still and clean: wide, light", ({ browser }) =>
  lookOver(browser, LOOK, false));

test("pages of a signed-in person are accessible, still and clean: wide, light", ({ browser }) =>
  lookOver(browser, LOOK, true));

test("a chosen dark theme is there before any script has run", async ({ browser, product }) => {
  const context = await signedIn(browser, product, { serviceWorkers: "block" });
  const page = await context.newPage();
  await chooseDark(page);
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto("/items/inbox");
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(14, 17, 17)");
  await context.close();
});

test("an address nobody has answers 404 and says which [route.not-found]", async ({ browser, product }) => {
  const context = await signedIn(browser, product);
  const page = await context.newPage();
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await expect(page.getByText("Page not found: /no/such/page")).toBeVisible();
  await context.close();
});

test("a type that no plugin registers fails the route's validation [route.validation-failure]", async ({
  browser,
  product,
}) => {
  const context = await signedIn(browser, product);
  const page = await context.newPage();
  await page.goto("/items/spaceship?x=1");
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await expect(page.getByText("Page Not Found: /items/spaceship?x=1")).toBeVisible();
  await context.close();
});

test("/items leads to the inbox, on the server and within the page [route.items-redirect]", async ({
  browser,
  product,
  request,
}) => {
  const answer = await request.get(`${product.url}/items`, { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([302, "/items/inbox"]);
  const context = await signedIn(browser, product);
  const page = await context.newPage();
  await page.goto("/items");
  await expect(page).toHaveURL(/\/items\/inbox$/);
  await context.close();
});

test("the page tells what it may do: a strict policy, no frame around it, no guessing of types", async ({
  product,
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
  product,
}) => {
  const context = await signedIn(browser, product);
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
