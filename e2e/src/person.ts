import type { Page } from "@playwright/test";

export const PASSWORD = "correct horse battery";

/** An address nobody else in the run has. */
export const someone = (domain = "example.com") => `person-${crypto.randomUUID().slice(0, 8)}@${domain}`;

/** Creates an account on the login page that is open, or opens it first. */
export async function signUp(page: Page, email = someone()): Promise<string> {
  if (!page.url().includes("/login")) await page.goto("/login");
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  return email;
}

export async function signIn(page: Page, email: string): Promise<void> {
  if (!page.url().includes("/login")) await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}

/** Pays for a plan from the billing page on, with a card of the sandbox. */
export async function subscribe(page: Page, card = "4242 4242 4242 4242"): Promise<void> {
  if (!page.url().includes("/billing")) await page.goto("/billing");
  await page.getByRole("button", { name: "Choose Studio" }).click();
  await pay(page, card);
}

/** Fills the sandbox's checkout page. */
export async function pay(page: Page, card: string): Promise<void> {
  await page.waitForURL(/\/sandbox\/checkout\//);
  await page.getByLabel("Card number").fill(card);
  await page.getByLabel("Expiry date").fill("12 / 34");
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("Name on card").fill("Ines Halvorsen");
  await page.getByRole("button", { name: /^(Pay|Subscribe)/ }).click();
}
