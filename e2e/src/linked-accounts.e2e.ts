import { expect, type Page, test } from "@playwright/test";
import { type OpenIdProvider, startOpenIdProvider } from "@tessera/testing/openid-provider.ts";
import { enter } from "./person.ts";
import { Product } from "./product.ts";

/** Accounts elsewhere as ways to sign in, against a real OpenID Connect provider. */
let product: Product;
let provider: OpenIdProvider;
test.beforeAll(async () => {
  provider = await startOpenIdProvider();
  product = await Product.start({
    IDENTITY_PROVIDERS: "acme",
    IDENTITY_ACME_NAME: "Acme",
    IDENTITY_ACME_ISSUER: provider.issuer,
    IDENTITY_ACME_CLIENT_ID: provider.clientId,
    IDENTITY_ACME_CLIENT_SECRET: provider.clientSecret,
  });
  provider.allow(`${product.url}/auth/v1/callback`);
});
test.afterAll(async () => {
  await product.stop();
  await provider.stop();
});

async function link(page: Page, login: string): Promise<void> {
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Link Acme" }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByPlaceholder(/login/i).fill(login);
  await page.getByPlaceholder(/password/i).fill("any");
  await page.getByRole("button", { name: /sign-?in/i }).click();
  await page.getByRole("button", { name: /continue/i }).click();
  await page.waitForURL(`${product.url}/**`);
}

test("another account is linked and comes back to the settings, refused to a second person, and unlinked [auth.identity-link, auth.identity-unlink, auth.identity-errors]", async ({
  browser,
}) => {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await enter(page.context(), product);
  await link(page, "ines");
  await expect(page).toHaveURL(`${product.url}/settings/security`);
  const ways = page.getByRole("list", { name: "Ways to sign in" });
  await expect(ways.getByRole("listitem").filter({ hasText: "Acme" })).toContainText("ines@people.example");

  const stranger = await (await browser.newContext({ baseURL: product.url })).newPage();
  const address = await enter(stranger.context(), product);
  await link(stranger, "ines");
  await expect(stranger.getByRole("heading", { name: "Nothing was linked" })).toBeVisible();
  await stranger.getByRole("button", { name: "Back to your settings" }).click();
  await expect(stranger, "the session is kept").toHaveURL(`${product.url}/settings/security`);
  await expect(stranger.getByRole("list", { name: "Ways to sign in" })).toContainText(address);
  await expect(stranger.getByRole("button", { name: "Link Acme" })).toBeVisible();

  await page.getByRole("button", { name: "Unlink Acme" }).click();
  await page.getByRole("button", { name: "Unlink", exact: true }).click();
  await expect(page.getByText("Acme is unlinked.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Link Acme" })).toBeVisible();
  await page.goto("/settings/activity");
  await expect(page.getByRole("listitem").filter({ hasText: "Acme was unlinked" })).toBeVisible();
  await page.context().close();
  await stranger.context().close();
});
