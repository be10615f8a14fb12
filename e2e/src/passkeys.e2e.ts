import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { enter } from "./person.ts";

/** An authenticator inside the browser that keeps passkeys and knows its person. */
async function authenticatorOf(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { count: async () => (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length };
}

test("a passkey is added, signs in without the password, and is removed", async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  const authenticator = await authenticatorOf(page);
  await enter(context, product);
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText(/signs you in from now on/)).toBeVisible();
  expect(await authenticator.count()).toBe(1);

  /** Takes the session away from no page: an open one would keep it, or leave on its own. */
  const forget = async () => {
    await page.goto("about:blank");
    await context.clearCookies();
  };
  // The form offers it among what the browser fills into the address field; this authenticator picks it on its own.
  await forget();
  await page.goto("/login");
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));

  // A browser that fills in no passkeys has the button alone.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await forget();
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));

  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Remove Passkey" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("Passkey is removed.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Passkeys" })).toHaveCount(0);
});
