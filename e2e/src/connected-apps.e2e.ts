import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { type ClientApp, startClientApp } from "./client-app.ts";
import { chooseDark, enter, signIn, someone } from "./person.ts";
import { Product } from "./product.ts";

/** Another program: added by an administrator, let in by a person, shown the door again. */
let product: Product;
let app: ClientApp;
test.beforeAll(async ({ browser }) => {
  product = await Product.start();
  app = await startClientApp(product.url);
  const admin = await browser.newPage({ baseURL: product.url });
  await enter(admin.context(), product, "ines@halvorsen.example");
  await addApp(admin);
  await admin.context().close();
});
test.afterAll(async () => {
  await app?.stop();
  await product?.stop();
});

async function addApp(admin: Page): Promise<void> {
  await admin.goto("/settings/connected-apps");
  await admin.getByRole("button", { name: "Add an app" }).first().click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Reader");
  await dialog.getByLabel("Redirect addresses").fill(app.redirectUri);
  await dialog.getByLabel("What it may ask people for").selectOption("Sign people in, read their cards");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.locator("code")).toHaveCount(2);
  const [id, secret] = await dialog.locator("code").allTextContents();
  Object.assign(app.credentials, { id, secret });
  await dialog.getByLabel("I have saved it").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(admin.getByRole("list", { name: "Connected apps" })).toContainText("Reader");
}

test("an app is let in after signing in, calls the API as far as it may, and is removed in the settings", async ({
  browser,
}) => {
  const before = await browser.newContext({ baseURL: product.url });
  const email = await enter(before, product, someone());
  await before.close();
  const page = await browser.newPage({ baseURL: product.url });
  await page.goto(app.connectUrl);
  await page.waitForURL(/\/login/);
  await signIn(page, email);
  await expect(page.getByRole("heading", { name: "Let Reader into your account?" })).toBeVisible();
  await expect(page.getByText("an app on this device")).toBeVisible();
  expect(app.connected.tokens).toBeNull();
  await page.getByRole("button", { name: "Allow" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Connected" })).toBeVisible();

  expect(await app.call("GET", "/api/queue/entries")).toBe(200);
  expect(await app.call("POST", "/api/queue/entries/decisions", { ids: [], action: "dismiss" })).toBe(403);
  expect(await app.call("GET", "/api/billing/overview")).toBe(403);
  expect(await app.call("GET", "/auth/v1/user")).toBe(403);
  expect(await app.call("GET", "/auth/v1/oauth/userinfo")).toBe(200);

  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Remove Reader" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Reader has no access any more.")).toBeVisible();
  await expect.poll(() => app.call("GET", "/api/queue/entries")).toBe(401);
  expect(await app.renew()).toBe(400);
  await page.context().close();
});

for (const look of [
  { name: "wide, light", width: 1440, height: 900, colorScheme: "light" },
  { name: "phone, dark", width: 390, height: 844, colorScheme: "dark" },
] as const) {
  test(`the page that asks is accessible, and cancelling tells the app: ${look.name}`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: product.url, viewport: look, colorScheme: look.colorScheme });
    const page = await context.newPage();
    await enter(context, product);
    if (look.colorScheme === "dark") await chooseDark(page);
    await page.goto(app.connectUrl);
    await expect(page.getByRole("heading", { name: "Let Reader into your account?" })).toBeVisible();
    await expect(page.locator("html")).toHaveCSS("color-scheme", look.colorScheme);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("heading", { name: "Not connected" })).toBeVisible();
    expect(app.connected.answered?.get("error")).toBe("access_denied");
    await context.close();
  });
}
