import { type Browser, expect, type Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { totpCode } from "./authenticator.ts";
import { test } from "./journey.ts";
import { chooseDark, enter, enterAgain, PASSWORD } from "./person.ts";
import type { Product } from "./product.ts";

/** The security of one's own account, as two browsers of one person see it. */
let product: Product;
test.beforeAll(({ product: shared }) => {
  product = shared;
});

const looks = [
  { name: "wide, light", width: 1440, height: 900, isDark: false },
  { name: "phone, dark", width: 390, height: 844, isDark: true },
] as const;

const browserOf = async (browser: Browser, viewport = { width: 1440, height: 900 }) =>
  (await browser.newContext({ baseURL: product.url, viewport })).newPage();

async function openAppDialog(page: Page): Promise<string> {
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Add an authenticator app" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  return (await page.getByTestId("totp-secret").textContent()) ?? "";
}

/** Turns two-step verification on. @returns the secret of the app */
async function turnOn(page: Page): Promise<string> {
  const secret = await openAppDialog(page);
  await page.getByLabel("Six-digit code").fill(totpCode(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByLabel("I have saved them").check();
  await page.getByRole("button", { name: "Done" }).click();
  return secret;
}

for (const { name, isDark, ...viewport } of looks) {
  test(`two-step verification is turned on with an app, the codes are kept, other sessions end: ${name} [auth.factor-enroll, auth.factor-verify]`, async ({
    browser,
  }) => {
    const page = await browserOf(browser, viewport);
    const email = await enter(page.context(), product);
    if (isDark) await chooseDark(page);
    const other = await browserOf(browser);
    await enterAgain(other.context(), product, email);

    await page.goto("/settings/security");
    await expect(page.getByText("Signing in takes only your password.", { exact: false })).toBeVisible();
    await expectAccessible(page, "security, off");
    await page.getByRole("button", { name: "Add an authenticator app" }).click();
    await expect(page.getByText(/signs out .+: where you sign in again, a code is asked for/)).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
    const secret = (await page.getByTestId("totp-secret").textContent()) ?? "";
    await expect(page.getByRole("img", { name: /QR code with the secret/ })).toBeVisible();
    await expectAccessible(page, "adding an app");
    const right = totpCode(secret);
    await page.getByLabel("Six-digit code").fill(right === "000000" ? "000001" : "000000");
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByRole("alert")).toContainText("This code is not right.");
    await page.getByLabel("Six-digit code").fill(right);
    await page.getByRole("button", { name: "Turn on" }).click();

    const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await expect(codes).toHaveCount(10);
    await expectAccessible(page, "recovery codes");
    await page.keyboard.press("Escape");
    await expect(codes.first(), "the codes are not lost by a key").toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    expect((await download).suggestedFilename()).toBe("tessera-recovery-codes.txt");
    await page.getByLabel("I have saved them").check();
    await page.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText("10 of 10 left")).toBeVisible();
    await expect(page.getByRole("list", { name: "Second factors" }).getByRole("listitem")).toHaveCount(1);
    await expectAccessible(page, "security, on");

    await other.goto("/queue");
    await expect(other).toHaveURL(/\/login/);

    await page.getByRole("button", { name: "Remove Authenticator app" }).click();
    await page.getByRole("button", { name: "Turn off" }).click();
    await expect(page.getByText("Two-step verification is off.")).toBeVisible();
    await expect(page.getByText("Recovery codes", { exact: true })).toHaveCount(0);
    await page.context().close();
    await other.context().close();
  });
}

test("another browser is seen with its place, and is signed out from here", async ({ browser }) => {
  const page = await browserOf(browser);
  const email = await enter(page.context(), product);
  const other = await browserOf(browser);
  await enterAgain(other.context(), product, email);
  await page.goto("/settings/sessions");
  const sessions = page.getByRole("list", { name: "Signed-in browsers and devices" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText("This browser");
  await expect(sessions.last()).toContainText("The computer that Tessera runs on");
  await expectAccessible(page, "sessions");
  await sessions
    .last()
    .getByRole("button", { name: /^Sign out/ })
    .click();
  await expect(sessions).toHaveCount(1);
  await expect(page.getByText(/is signed out\.$/)).toBeVisible();
  await other.goto("/items/inbox");
  await expect(other).toHaveURL(/\/login/);
  await expect(other.getByText("This browser was signed out from another device.", { exact: false })).toBeVisible();
  await page.reload();
  await expect(sessions, "this one stays").toHaveCount(1);

  await page.goto("/settings/activity");
  await expect(
    page.getByRole("listitem").filter({ hasText: "A session was signed out from the list of sessions" }),
  ).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Signed in with the password" })).toBeVisible();
  await expectAccessible(page, "activity");
  await page.getByRole("button", { name: "This wasn’t me" }).click();
  await page.getByRole("button", { name: "Sign out others and change the password" }).click();
  await expect(page).toHaveURL(/\/settings\/profile#password/);
  await expect(page.getByLabel("Current password")).toBeFocused();
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("New password").fill(`${PASSWORD} renewed`);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("The password is changed.", { exact: false })).toBeVisible();
  await page.context().close();
  await other.context().close();
});

test("factors with one name can be distinguished, and to remove the session's own one takes a proof of the other", async ({
  browser,
}) => {
  const page = await browserOf(browser);
  await enter(page.context(), product);
  const secret = await turnOn(page);
  await page.getByRole("button", { name: "Add an authenticator app" }).click();
  await page.getByLabel("Name").fill("Authenticator app");
  await expect(page.getByText("You already have a factor with this name.")).toBeVisible();
  await page.getByLabel("Name").fill("Laptop");
  await page.getByRole("button", { name: "Continue" }).click();
  const laptop = (await page.getByTestId("totp-secret").textContent()) ?? "";
  await page.getByLabel("Six-digit code").fill(totpCode(laptop));
  await page.getByRole("button", { name: "Add it" }).click();
  const factors = page.getByRole("list", { name: "Second factors" }).getByRole("listitem");
  await expect(factors).toHaveCount(2);
  await page.getByRole("button", { name: "Remove Laptop" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).last().click();
  await expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
  await page.getByLabel("Code").fill(totpCode(secret, 1)); // each step counts once; the next one is good already
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(/\/settings\/security/);
  await expect(factors).toHaveCount(1);
  await expect(factors).toContainText("Authenticator app");
  await page.context().close();
});

test("the account is deleted with its words typed and its proof, and nothing opens it any more", async ({
  browser,
}) => {
  const page = await browserOf(browser);
  const email = await enter(page.context(), product);
  await page.goto("/settings/delete-account");
  const erase = page.getByRole("button", { name: "Delete the account for good" });
  await expect(erase).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page, "deleting the account");
  await page.getByLabel(/^Type/).fill("delete my account");
  await page.getByLabel("Your password").fill("not the password");
  await erase.click();
  await expect(page.getByRole("alert").first()).toContainText("Nothing was deleted. The current password is wrong.");
  await page.getByLabel("Your password").fill(PASSWORD);
  await erase.click();
  await expect(page).toHaveURL(/\/goodbye/);
  await expect(page.getByRole("heading", { name: "Your account is deleted" })).toBeVisible();
  await expectAccessible(page, "goodbye");
  await page.goto("/settings/profile");
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.context().close();
});
