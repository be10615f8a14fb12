import { type Browser, expect, type Page, test } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { type OpenIdProvider, startOpenIdProvider } from "@tessera/testing/openid-provider.ts";
import { type SamlProvider, startSamlProvider } from "@tessera/testing/saml-provider.ts";
import { accessToken } from "./access-token.ts";
import { expectAccessible } from "./accessible.ts";
import { enter, PASSWORD, signUp, someone } from "./person.ts";
import { Product } from "./product.ts";
import { injectWallet } from "./wallet.ts";

/** Signing in at other services that really run beside the product, and with a wallet that really signs. */
let openId: OpenIdProvider;
let saml: SamlProvider;
let product: Product;
const refused: string[] = [];

test.beforeAll(async ({ browser }) => {
  [openId, saml] = await Promise.all([startOpenIdProvider(), startSamlProvider({ domain: "corp.example" })]);
  product = await Product.start({
    IDENTITY_RATE_LIMIT_FACTOR: "100",
    IDENTITY_PROVIDERS: "acme",
    IDENTITY_ACME_NAME: "Acme ID",
    IDENTITY_ACME_ISSUER: openId.issuer,
    IDENTITY_ACME_CLIENT_ID: openId.clientId,
    IDENTITY_ACME_CLIENT_SECRET: openId.clientSecret,
  });
  openId.allow(`${product.url}/auth/v1/callback`);
  await registerCompany(await signUp(await open(browser)));
});
test.afterAll(() => Promise.all([product?.stop(), openId?.stop(), saml?.stop()]));
// No step may need more than the page's policy allows.
test.afterEach(() => expect(refused.splice(0)).toEqual([]));

async function open(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  return page;
}

/** The installation's first account administers it. */
async function registerCompany(email: string): Promise<void> {
  const { auth } = createClient(product.url, "tessera", { auth: { persistSession: false, autoRefreshToken: false } });
  const { data } = await auth.signInWithPassword({ email, password: PASSWORD });
  const answer = await fetch(`${product.url}/auth/v1/admin/sso/providers`, {
    method: "POST",
    headers: { authorization: `Bearer ${data.session?.access_token}`, "content-type": "application/json" },
    body: JSON.stringify({
      type: "saml",
      metadata_xml: saml.metadataXml,
      domains: [saml.domain],
      attribute_mapping: { keys: { email: { name: "mail" } } },
    }),
  });
  expect(answer.status, await answer.text()).toBeLessThan(300);
}

async function passOpenId(page: Page, login: string): Promise<void> {
  await page.waitForURL((url) => url.origin === openId.issuer);
  await page.locator("input[name=login]").fill(login);
  await page.locator("input[name=password]").fill("anything");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

const who = (page: Page) => page.getByRole("button", { name: /^Account of/ }).first();

test("a provider's button leads there and back to the page that was asked for [auth.authorize]", async ({
  browser,
}) => {
  const page = await open(browser);
  await page.goto("/settings/appearance");
  const button = page.getByRole("button", { name: "Acme ID" });
  await expect(button).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Email").fill("typed@example.com");
  await button.click();
  // Back without an answer: what was typed is still there.
  await page.waitForURL((url) => url.origin === openId.issuer);
  await page.goBack();
  await expect(page.getByLabel("Email")).toHaveValue("typed@example.com");
  await button.click();
  await passOpenId(page, "ada");
  await expect(page).toHaveURL(/\/settings\/appearance$/);
  await expect(who(page)).toHaveAccessibleName(/ada@people\.example/);
  await page.context().close();
});

test("a provider that is cancelled leads back to a page that says so, and signs nobody in", async ({ browser }) => {
  const page = await open(browser);
  await page.goto("/login");
  await page.getByRole("button", { name: "Acme ID" }).click();
  await page.waitForURL((url) => url.origin === openId.issuer);
  await page.getByRole("link", { name: /cancel/i }).click();
  await expect(page.getByRole("heading", { name: "Sign-in did not finish" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("cancelled");
  expect(page.url()).toBe(`${product.url}/confirm`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.context().close();
});

test("an address of a company leads to its own sign-in, and back [auth.sso]", async ({ browser }) => {
  const page = await open(browser);
  await page.goto("/queue?view=jobs");
  await page.getByRole("button", { name: "Single sign-on" }).click();
  const field = page.getByLabel("Work email or domain");
  await field.fill("somebody@nowhere.example");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("No organisation with this domain");
  await expect(field).toHaveAccessibleDescription(/No organisation/);
  await field.fill(`ada@${saml.domain}`);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.origin === saml.url);
  await page.getByLabel("Name").fill("ada");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${product.url}/queue?view=jobs`);
  await expect(who(page)).toHaveAccessibleName(/ada@corp\.example/);
  await page.context().close();
});

for (const by of ["standard", "window"] as const) {
  test(`a wallet that is in the page signs in with its signature: ${by} [auth.token-web3]`, async ({ browser }) => {
    const page = await open(browser);
    const { address } = await injectWallet(page, by);
    await page.goto("/login");
    await page.getByRole("button", { name: "Solana wallet" }).click();
    await expect(page).toHaveURL(/\/queue/);
    const answer = await fetch(`${product.url}/auth/v1/user`, {
      headers: { authorization: `Bearer ${await accessToken(page)}` },
    });
    expect((await answer.json()).identities).toEqual([
      expect.objectContaining({ provider: "web3", id: `web3:solana:${address}` }),
    ]);
    await page.context().close();
  });
}

test("a wallet is offered only where there is one, and one that will not sign is explained", async ({ browser }) => {
  const without = await open(browser);
  await without.goto("/login");
  await expect(without.getByRole("button", { name: "Acme ID" })).toBeVisible();
  await expect(without.getByRole("button", { name: "Solana wallet" })).toHaveCount(0);
  await without.context().close();
  const page = await open(browser);
  await injectWallet(page, "standard", false);
  await page.goto("/login");
  await page.getByRole("button", { name: "Solana wallet" }).click();
  await expect(page.getByRole("alert")).toContainText("Your wallet did not sign");
  await page.context().close();
});

test("linking an account that is somebody else's keeps the session and leads back [auth.identity-errors]", async ({
  browser,
}) => {
  const first = await open(browser);
  await first.goto("/login");
  await first.getByRole("button", { name: "Acme ID" }).click();
  await passOpenId(first, "grace");
  await expect(who(first)).toBeVisible();
  await first.context().close();

  const page = await open(browser);
  const email = await enter(page.context(), product, someone());
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Link Acme ID" }).click();
  await passOpenId(page, "grace");
  await expect(page.getByRole("heading", { name: "Nothing was linked" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("linked already");
  await page.getByRole("button", { name: "Back to your settings" }).click();
  await expect(page).toHaveURL(/\/settings\/security/);
  await expect(who(page)).toHaveAccessibleName(new RegExp(email));
  await page.context().close();
});
