import { expect, type Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { test } from "./journey.ts";
import { PASSWORD, signIn, signUp, someone } from "./person.ts";
import type { Product } from "./product.ts";

test.use({ serviceWorkers: "allow" });

/** Two people at one browser: what one has typed and not saved is never shown to the other. */
let product: Product;
test.beforeAll(({ product: shared }) => {
  product = shared;
});

const SECRET = "The offer stands at 4200 a month";

async function openCapture(page: Page) {
  await page.goto("/items/inbox");
  await page.getByRole("button", { name: "Capture", exact: true }).first().click();
  return page.getByLabel("What to capture");
}
const signOut = async (page: Page) => {
  await page.goto("/queue");
  await page.getByRole("button", { name: /^Account of|^Your account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/login/);
};
const kept = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

test("a draft is its person's: gone when they sign out, kept for them when their session ends", async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  const ada = await signUp(page, someone("tessera.example"));
  await (await openCapture(page)).fill(SECRET);
  await expect.poll(() => kept(page)).toContain(SECRET);
  await signOut(page);
  expect(await kept(page)).not.toContain(SECRET);
  await signIn(page, ada);
  await expect(await openCapture(page)).toHaveValue("");

  await page.getByLabel("What to capture").fill(SECRET);
  await expect.poll(() => kept(page)).toContain(SECRET);
  // An open page would leave for the login on its own, while another is asked for below.
  await page.goto("about:blank");
  const { auth } = createClient(product.url, "tessera", { auth: { persistSession: false } });
  await auth.signInWithPassword({ email: ada, password: PASSWORD });
  await auth.signOut({ scope: "others" });
  await page.goto("/items/inbox");
  await page.waitForURL(/\/login/);
  await expect(page.getByText("This browser was signed out from another device.", { exact: false })).toBeVisible();

  await signUp(page, someone("tessera.example"));
  await expect(await openCapture(page)).toHaveValue("");
  await signOut(page);
  await signIn(page, ada);
  await expect(await openCapture(page)).toHaveValue(SECRET);
  await page.context().close();
});
