import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { enter, pay, subscribe, untilActive } from "./person.ts";

/** The life of a subscription as its owner sees it, while months pass by the sandbox's test clock. */

const state = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
/** Answers the dialog that asks first. */
const confirm = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

test("a plan is bought, renewed, refused by the bank, kept, lost, bought again, changed, cancelled, resumed and ended", async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await enter(context, product);
  await subscribe(page);
  await untilActive(page);
  await page.goto("/billing");
  await expect(page.getByRole("heading", { name: "You are on Studio" })).toBeVisible();
  await state(page, "Active");
  const paid = page.getByRole("table", { name: "Invoices" }).getByRole("row", { name: /Paid/ });
  await expect(paid).toHaveCount(1);

  const clock = await context.newPage();
  await clock.goto("/billing");
  await press(clock, "Customer portal");
  await clock.getByRole("link", { name: "Test clock: let time pass" }).click();
  await clock.waitForURL(/\/clock$/);
  const address = clock.url();
  await expectAccessible(clock);
  /** Each step is told to the product by webhook, and to its open page live. */
  const pass = async (name = "Go to the next payment") => {
    await press(clock, name);
    await expect(clock.getByRole("status")).toHaveText(/^It is \d+ \w+ \d{4} now\.$/);
  };
  const refuseNext = async () => {
    await press(clock, "Let it fail");
    await expect(clock.getByRole("status")).toHaveText("The next payment will fail.");
  };

  await pass();
  await expect(paid).toHaveCount(2);
  await refuseNext();
  await pass();
  await state(page, "Payment failed");
  await expect(page.getByText("The last payment failed")).toBeVisible();
  await expectAccessible(page);
  await pass();
  await state(page, "Active");
  await expect(paid).toHaveCount(3);

  // Refused each time it is tried: the plan ends.
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await refuseNext();
    await pass();
  }
  await expect(clock.getByText("Ended", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Choose a plan" })).toBeVisible();
  await page.goto("/items/inbox");
  await page.waitForURL(/\/billing/);

  await press(page, "Choose Desk");
  await pay(page, "5555 5555 5555 4444");
  await page.waitForURL(/\/items\/inbox/); // what was asked for
  await page.goto("/billing");
  await expect(page.getByRole("heading", { name: "You are on Desk" })).toBeVisible();
  await press(page, "Change to Studio");
  await confirm(page, "Change to Studio");
  await expect(page.getByRole("heading", { name: "You are on Studio" })).toBeVisible();

  await press(page, "Cancel plan");
  await confirm(page, "Cancel plan");
  await expect(page.getByText(/^Ends \d+ \w+$/)).toBeVisible();
  await press(page, "Resume Studio");
  await state(page, "Active");
  await press(page, "Cancel plan");
  await confirm(page, "Cancel plan");
  await expect(page.getByText(/^Ends \d+ \w+$/)).toBeVisible();
  await clock.goto(address);
  await pass("Go to the end of the plan");
  await expect(page.getByRole("heading", { name: "Choose a plan" })).toBeVisible();
  await context.close();
});
