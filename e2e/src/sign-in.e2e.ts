import { type Browser, expect, type Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { accessToken } from "./access-token.ts";
import { expectAccessible } from "./accessible.ts";
import { totpCode } from "./authenticator.ts";
import { test } from "./journey.ts";
import { enter, PASSWORD, signIn, someone } from "./person.ts";
import type { Product } from "./product.ts";

/** Signing in without a password, and with a second factor, as a person does it. */
let product: Product;
test.beforeAll(({ product: shared }) => {
  product = shared;
});

interface Message {
  text: string;
  links: string[];
}

/** The newest message to an address or number, from the outbox that stands in for mail and text messages. */
async function messageTo(address: string, { besides = "", withLink = false } = {}): Promise<Message> {
  let found: Message | undefined;
  await expect
    .poll(async () => {
      const answer = await fetch(`${product.url}/dev/outbox.json?to=${encodeURIComponent(address)}`);
      const { messages } = (await answer.json()) as { messages: Message[] };
      found = messages.find(
        ({ text, links }) => text !== besides && (!withLink || links.some((link) => link.includes("/confirm?"))),
      );
      return found !== undefined;
    })
    .toBe(true);
  return found!;
}
const codeIn = ({ text }: Message) => /\b\d{6}\b/.exec(text)![0];

const looks = [
  { name: "wide, light", width: 1440, height: 900, theme: "light" },
  { name: "phone, dark", width: 390, height: 844, theme: "dark" },
] as const;

async function open(browser: Browser, look: (typeof looks)[number] = looks[0]): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url, viewport: look });
  await context.addCookies([{ name: "tessera-theme", value: look.theme, url: product.url }]);
  const page = await context.newPage();
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) throw new Error(message.text());
  });
  return page;
}

/** A client of the identity service beside the browser, for what the settings pages do elsewhere. */
async function clientOf(email: string) {
  const { auth } = createClient(product.url, "tessera", { auth: { persistSession: false, autoRefreshToken: false } });
  const { error } = await auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return auth;
}

/** An authenticator app for an account. @returns what the app shows, and recovery codes */
async function withApp(email: string) {
  const auth = await clientOf(email);
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone app" });
  if (error) throw error;
  const { secret } = data.totp;
  // Each step counts once: the journey gives the next one's code, which is good already. One of the step before would
  // not be any more when a step ends meanwhile.
  const proven = await auth.mfa.challengeAndVerify({ factorId: data.id, code: totpCode(secret) });
  if (proven.error) throw proven.error;
  const answer = await fetch(`${product.url}/auth/v1/factors/recovery-codes`, {
    method: "POST",
    headers: { authorization: `Bearer ${proven.data.access_token}` },
  });
  const { codes } = (await answer.json()) as { codes: string[] };
  return { fresh: () => totpCode(secret, 1), codes };
}

const atSecondStep = (page: Page) => expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
async function givePassword(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.keyboard.press("Enter");
}

for (const look of looks) {
  test(`a mailed code signs in: paste, a wrong try, back with the address kept (${look.name}) [auth.otp, auth.verify]`, async ({
    browser,
  }) => {
    const page = await open(browser, look);
    const email = someone();
    await page.goto("/settings/appearance");
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Email me a code" }).click();
    const field = page.getByRole("textbox", { name: "Code" });
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute("autocomplete", "one-time-code");
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByText(/ask for another code in \d+ s/)).toBeVisible();
    await expectAccessible(page);

    const code = codeIn(await messageTo(email));
    await field.fill(code === "000000" ? "111111" : "000000");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toContainText("4 tries are left");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(/4 tries are left/);
    await expectAccessible(page);

    // A reload (a phone that put the tab away) keeps the step; the browser's own back keeps the address.
    await page.reload();
    await expect(field).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await page.goForward();
    await field.evaluate(
      (input, text) => {
        input.focus();
        document.execCommand("insertText", false, text);
      },
      `${code.slice(0, 3)} ${code.slice(3)}`,
    );
    await expect(field).toHaveValue(code);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/settings\/appearance/);
    await page.context().close();
  });
}

test("the mailed link signs in too, in the tab it opens and in the one that waits", async ({ browser }) => {
  const page = await open(browser);
  const email = someone();
  await page.goto("/login?mode=code");
  await page.getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  const link = (await messageTo(email, { withLink: true })).links[0]!;
  const other = await page.context().newPage();
  await other.goto(link);
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(other).toHaveURL(/\/queue/);
  expect(other.url()).not.toContain("code=");
  await expect(page).toHaveURL(/\/queue/);
  await page.context().close();
});

test("a texted code signs in with a phone number", async ({ browser }) => {
  const page = await open(browser);
  const phone = `+1555${String(Date.now()).slice(-7)}`;
  await page.goto("/login");
  await page.getByLabel("Email or phone").fill(phone.slice(1));
  await page.getByRole("button", { name: "Text me a code" }).click();
  await page.getByRole("button", { name: "Text me a code" }).click();
  await expect(page.getByRole("alert")).toContainText("country code");
  await page.getByLabel("Email or phone").fill(phone);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Check your phone" })).toBeVisible();
  await page.getByRole("textbox", { name: "Code" }).fill(codeIn(await messageTo(phone)));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/queue/);
  await page.context().close();
});

for (const look of looks) {
  test(`a second factor stands before every page, over reloads, and its code lets in (${look.name}) [session.aal]`, async ({
    browser,
  }) => {
    const page = await open(browser, look);
    const email = await enter(page.context(), product);
    await page.context().clearCookies();
    const { fresh } = await withApp(email);
    await givePassword(page, email);
    await atSecondStep(page);
    await expectAccessible(page);
    for (const path of ["/queue", "/billing", "/settings/profile?a=b"]) {
      await page.goto(path);
      await atSecondStep(page);
      await expect(page).toHaveURL(/\/login/);
    }
    // Nor does the token of the half sign-in open anything beside the page.
    const headers = { authorization: `Bearer ${await accessToken(page)}` };
    expect((await fetch(`${product.url}/api/settings/preferences`, { headers })).status).toBe(403);
    await page.reload();
    await atSecondStep(page);
    const field = page.getByRole("textbox", { name: "Code" });
    await expect(field).toBeFocused();
    await field.fill("000000");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toContainText("not right");
    await field.fill(fresh());
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/settings\/profile\?a=b/);
    await page.context().close();
  });
}

test("a recovery code stands in for the lost factor, once; and one can leave instead", async ({ browser }) => {
  const page = await open(browser);
  const email = await enter(page.context(), product);
  await page.context().clearCookies();
  const { codes } = await withApp(email);
  const useCode = async () => {
    await givePassword(page, email);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByRole("textbox", { name: "Recovery code" }).fill(codes[0]!.toLowerCase());
    await page.keyboard.press("Enter");
  };
  await useCode();
  await expect(page).toHaveURL(/\/queue/);
  // An open page would leave for the login on its own, while another is asked for below.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await useCode();
  await expect(page.getByRole("alert")).toContainText("not right");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.goto("/queue");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.context().close();
});

test("a link for a new password asks for the second factor first", async ({ browser }) => {
  const page = await open(browser);
  const email = await enter(page.context(), product);
  await page.context().clearCookies();
  const { fresh } = await withApp(email);
  await page.goto("/login?mode=forgot");
  await page.getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await page.goto((await messageTo(email, { withLink: true })).links[0]!);
  await page.getByRole("button", { name: "Set a new password" }).click();
  await atSecondStep(page);
  await page.getByRole("textbox", { name: "Code" }).fill(fresh());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await page.reload();
  await page.getByRole("textbox", { name: "New password" }).fill(`${PASSWORD} renewed`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/queue/);
  await page.context().close();
});

test("an unknown address is answered like a known one", async ({ browser }) => {
  const page = await open(browser);
  const known = await enter(page.context(), product);
  await page.context().clearCookies();
  const seen: string[] = [];
  for (const mode of ["code", "forgot"]) {
    for (const email of [known, someone()]) {
      await page.goto(`/login?mode=${mode}`);
      await page.getByLabel("Email").fill(email);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
      const text = await page.locator("form").innerText();
      seen.push(text.replaceAll(email, "someone").replace(/\d+ s/, "a while"));
      await page.getByRole("button", { name: "Use another address" }).click();
    }
  }
  expect(seen[0]).toBe(seen[1]);
  expect(seen[2]).toBe(seen[3]);
  await page.context().close();
});

test("the password form works without the list of ways, and a code can be asked for again when its time has come", async ({
  browser,
}) => {
  const page = await open(browser);
  const email = await enter(page.context(), product);
  await page.context().clearCookies();
  await page.route("**/auth/v1/settings", (route) => route.abort());
  await page.clock.install();
  await page.goto("/login?mode=code");
  await page.getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/ask for another code in/)).toBeVisible();
  const first = await messageTo(email);
  await page.clock.fastForward(61_000);
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect(page.getByText(`A new code is on its way to ${email}`)).toBeVisible();
  await messageTo(email, { besides: first.text });
  await page.getByRole("button", { name: "Back to sign in" }).click();
  await signIn(page, email);
  await page.context().close();
});
