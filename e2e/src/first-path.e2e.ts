import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { PASSWORD, signIn, signUp, someone, subscribe } from "./person.ts";
import type { Product } from "./product.ts";

test.use({ serviceWorkers: "allow" });

/** The first whole path: account, plan, cards, found again. One person, one page, in order. */
test.describe.configure({ mode: "serial" });

let product: Product;
let page: Page;
const email = someone();

test.beforeAll(async ({ browser, product: shared }) => {
  product = shared;
  page = await browser.newPage({ baseURL: product.url });
});
test.afterAll(async () => {
  await page.close();
});

const capture = async (text: string, as?: string) => {
  await page.getByRole("button", { name: "Capture", exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What to capture").fill(text);
  if (as) await dialog.getByRole("tab", { name: as }).click();
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
};
const rows = () => page.getByRole("row");
/** Resolves once a change of a card is answered: a list shows it before. */
const saved = () =>
  page.waitForResponse(
    (answer) =>
      answer.request().method() === "PATCH" && /\/api\/items\/[0-9a-f-]{36}$/.test(answer.url()) && answer.ok(),
  );

test("a stranger is sent to sign in, and the path they asked for is kept [guard.to-login, guard.saved-path, route.login]", async () => {
  await page.goto("/items/inbox?sort=title");
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  const cookies = await page.context().cookies();
  expect(cookies.find((cookie) => cookie.name.endsWith("redirect-path"))?.value).toBe(
    encodeURIComponent("/items/inbox?sort=title"),
  );
});

test("after signing up without a plan, items lead to billing [billing.inactive, billing.before-items, route.billing]", async () => {
  await signUp(page, email);
  await expect(page).toHaveURL(/\/billing/);
  await expect(page.getByRole("heading", { name: "Choose a plan" })).toBeVisible();
});

test("a refused card keeps the checkout open, a good one makes the plan active [billing.active, route.billing-success]", async () => {
  await subscribe(page, "4000 0000 0000 0002");
  await expect(page.getByText(/declined/i).first()).toBeVisible();
  await page.getByLabel("Card number").fill("4242 4242 4242 4242");
  await page.getByLabel("Expiry date").fill("12 / 34");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: /^(Pay|Subscribe)/ }).click();
  await page.waitForURL(/\/billing\/success/);
  await expect(page).toHaveURL(/\/items\/inbox\?sort=title/);
  await expect(page.getByRole("heading", { name: /^Inbox/ }).first()).toBeVisible();
});

test("a note, a bookmark and a task are captured and stand on top of the list [route.items-type]", async () => {
  await capture("Oak fronts suit the Aarhus kitchen", "Note");
  await capture("https://queuecraft.example/row-locks");
  await capture("[] Call the dentist about the crown");
  await expect(rows().filter({ hasText: "Oak fronts suit the Aarhus kitchen" })).toBeVisible();
  await expect(rows().filter({ hasText: "queuecraft.example" })).toBeVisible();
  await expect(rows().filter({ hasText: "Call the dentist about the crown" })).toBeVisible();
});

test("a card is opened beside its list, edited and tagged, and keeps both after a reload [route.items-type-id]", async () => {
  await rows().filter({ hasText: "Oak fronts" }).click();
  await expect(page).toHaveURL(/\/items\/inbox\/[0-9a-f-]{36}/);
  const title = page.getByRole("textbox", { name: "Title" });
  const titled = saved();
  await title.fill("Oak fronts for Aarhus, revised");
  await title.press("Tab");
  await titled;
  await page.getByRole("button", { name: /^Tag/ }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox").fill("home");
  await dialog.getByRole("combobox").press("Enter");
  const tagged = saved();
  await dialog.getByRole("button", { name: /^Save tags/ }).click();
  await expect(dialog).toBeHidden();
  await tagged;
  await expect(rows().filter({ hasText: "revised" })).toContainText("home");
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Oak fronts for Aarhus, revised");
  await expect(rows().filter({ hasText: "revised" })).toContainText("home");
});

test("archiving takes the card off the list and undo brings it back", async () => {
  const row = rows().filter({ hasText: "Call the dentist" });
  await row.click();
  await expect(page.getByRole("article", { name: /Call the dentist/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/items\/inbox(\?|$)/);
  await row.focus();
  await page.keyboard.press("e");
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toBeVisible();
});

test("words find the card, in the list and in the palette", async () => {
  await page.goto("/items/inbox?q=aarhus");
  await expect(rows().filter({ hasText: "Oak fronts for Aarhus" })).toBeVisible();
  await expect(rows().filter({ hasText: "dentist" })).toHaveCount(0);
  await page.goto("/queue");
  // The outline is there before the keys are.
  await expect(page.getByRole("heading", { name: "Queue" }).first()).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("dentist");
  await page.getByRole("option", { name: /Call the dentist/ }).click();
  await expect(page).toHaveURL(/\/items\//);
});

test("signing out leads to the login page, and signing in back to the path that was asked for [guard.saved-path-once]", async () => {
  await page
    .getByRole("button", { name: /^Account of/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/(login)?$/);
  await page.goto("/settings/appearance");
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, email);
  await expect(page).toHaveURL(/\/settings\/appearance/);
  expect((await page.context().cookies()).some((cookie) => cookie.name.endsWith("redirect-path"))).toBe(false);
});

test("a wrong password is refused in words, and says nothing about whether the account exists", async ({ browser }) => {
  const other = await browser.newPage({ baseURL: product.url });
  const texts: string[] = [];
  for (const address of [email, someone()]) {
    await other.goto("/login");
    await other.getByLabel("Email").fill(address);
    await other.getByRole("textbox", { name: "Password" }).fill(`${PASSWORD} not`);
    await other.getByRole("button", { name: "Sign in", exact: true }).click();
    texts.push(await other.getByRole("alert").innerText());
  }
  expect(texts[0]).toBe(texts[1]);
  await other.close();
});
