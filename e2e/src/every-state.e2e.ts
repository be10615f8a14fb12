import { type BrowserContext, expect, type Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { enter, pay, subscribe, untilActive } from "./person.ts";
import type { Product } from "./product.ts";

/**
 * The states that a seller or a setting leads into, as the person meets them: a first payment that waits for the bank,
 * a trial of the provider that pauses, and a plan that stays unpaid. services/billing/README.md lists every arrow.
 */

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const confirm = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
const said = (page: Page, words: string | RegExp) => expect(page.getByRole("status")).toHaveText(words);
const state = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible();

/** A person who has paid for a plan: their billing page, and the provider's pages in another tab. */
async function paying(context: BrowserContext, product: Product) {
  const page = await context.newPage();
  await enter(context, product);
  await subscribe(page);
  await untilActive(page);
  const provider = await context.newPage();
  await provider.goto("/billing");
  await press(provider, "Customer portal");
  await provider.waitForURL(/\/sandbox\/portal\/\w+$/);
  const portal = provider.url();
  await page.goto("/billing");
  const clock = async (button: string) => {
    if (!provider.url().endsWith("/clock")) await provider.goto(`${portal}/clock`);
    await press(provider, button);
    await said(provider, /^It is \d+ \w+ \d{4} now\.$/);
  };
  /** The seller starts a plan once the one before has ended. */
  const start = async (button: string) => {
    await provider.goto(`${portal}/payments`);
    await provider.getByLabel("Plan", { exact: true }).selectOption({ label: "Studio, €18.00 a month" });
    await press(provider, button);
  };
  const end = async () => {
    await provider.goto(portal);
    await press(provider, "Cancel at the end of the period");
    await clock("Go to the end of the plan");
    await expect(page.getByText(/^Your plan ended/)).toBeVisible();
  };
  const failEveryTime = async () => {
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await provider.goto(`${portal}/clock`);
      await press(provider, "Let it fail");
      await said(provider, "The next payment will fail.");
      await clock("Go to the next payment");
    }
  };
  return { page, provider, portal, clock, start, end, failEveryTime };
}

/** What the guard does where the product is closed. */
async function isClosed(page: Page) {
  await page.goto("/items/inbox");
  await page.waitForURL(/\/billing/);
}
async function isOpen(page: Page) {
  await page.goto("/items/inbox");
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
  await page.goto("/billing");
}

/** Leaves a card that pays, from the portal that is open, and comes back. */
async function addCard(page: Page) {
  await page.getByRole("link", { name: /^(Add a|Change) card$/ }).click();
  await page.getByLabel("Card number").fill("5555 5555 5555 4444");
  await page.getByLabel("Expiry date").fill("12 / 34");
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("Name on card").fill("Ines Halvorsen");
  await press(page, "Keep this card");
  await expect(page.getByText(/Mastercard ending in 4444/)).toBeVisible();
  await page.getByRole("link", { name: "Back to Tessera" }).click();
  await page.waitForURL(/\/billing/);
}

test("a first payment waits for the bank: it is refused, confirmed, and another one is left until it expires", async ({
  context,
  product,
}) => {
  const { page, provider, start, end, clock } = await paying(context, product);
  await end();
  await start("Charge the card; its bank asks the person");
  await said(provider, "The plan waits until the bank's question is answered.");
  await expectAccessible(provider);
  await expect(page.getByText("The first payment of Studio is not confirmed")).toBeVisible();
  await expectAccessible(page);
  await isClosed(page);
  await press(page, "Confirm the payment");
  await press(page, "Pay now");
  await expect(page.getByRole("heading", { name: "Confirm with your bank" })).toBeVisible();
  await press(page, "Refuse");
  await expect(page.getByRole("alert")).toContainText("Nothing was charged");
  await isClosed(page);
  await press(page, "Confirm the payment");
  await press(page, "Pay now");
  await press(page, "Confirm");
  await said(page, /is paid\.$/);
  await page.goto("/billing");
  await expect(page.getByRole("heading", { name: "You are on Studio" })).toBeVisible();
  await isOpen(page);

  await end();
  await start("Charge the card; its bank asks the person");
  await expect(page.getByText("The first payment of Studio is not confirmed")).toBeVisible();
  await clock("Go to the end of that time");
  await state(provider, "Ended: the first payment was not confirmed");
  await expect(page.getByText(/^The first payment was not confirmed in time/)).toBeVisible();
  await expectAccessible(page);
  await isClosed(page);
  await press(page, "Choose Desk");
  await pay(page, "4242 4242 4242 4242");
  await page.waitForURL(/\/items\/inbox/);
});

test("a trial of the provider pauses without a card, is resumed with one, and continues with one", async ({
  context,
  product,
}) => {
  const { page, provider, start, end, clock } = await paying(context, product);
  await end();
  await start("Give a trial without a card");
  await state(page, "Trial");
  await expect(page.getByText(/Without one it pauses/)).toBeVisible();
  await isOpen(page);
  await clock("Go to the end of the trial");
  await state(page, "Paused");
  await expect(page.getByText(/The trial ended without a payment card/)).toBeVisible();
  await expectAccessible(page);
  await isClosed(page);
  await press(page, "Add a card");
  await addCard(page);
  await expect(page.getByText(/and €18\.00 is charged to Mastercard ending in 4444/)).toBeVisible();
  await press(page, "Resume Studio");
  await state(page, "Active");
  await isOpen(page);

  // The card that is kept now is taken when the next trial ends.
  await end();
  await start("Give a trial without a card");
  await state(page, "Trial");
  await expect(page.getByText(/From then on €18\.00 is charged each month to Mastercard/)).toBeVisible();
  await clock("Go to the end of the trial");
  await clock("Go to the next payment");
  await state(page, "Active");
  await expect(provider.getByText("Active", { exact: true })).toBeVisible();
});

test("a trial of the provider that is paused ends when it is cancelled", async ({ context, product }) => {
  const { page, start, end, clock } = await paying(context, product);
  await end();
  await start("Give a trial without a card");
  await clock("Go to the end of the trial");
  await state(page, "Paused");
  await press(page, "Cancel plan");
  await expect(page.getByRole("dialog")).toContainText("Studio ends now");
  await confirm(page, "Cancel plan");
  await expect(page.getByRole("heading", { name: "Choose a plan" })).toBeVisible();
  await isClosed(page);
});

test("a plan that stays unpaid is closed, opens when it is paid, and ends when it is cancelled", async ({
  context,
  product,
}) => {
  const { page, provider, portal, failEveryTime } = await paying(context, product);
  await provider.goto(`${portal}/clock`);
  await press(provider, "Let it stay unpaid");
  await said(provider, "A plan whose payment fails each time stays unpaid.");
  await failEveryTime();
  await state(provider, "Unpaid, and not tried again");
  await expectAccessible(provider);
  await expect(page.getByText("Items are closed")).toBeVisible();
  await expectAccessible(page);
  await isClosed(page);
  await press(page, "Customer portal");
  await press(page, "Pay now");
  await said(page, /is paid\.$/);
  await page.goto("/billing");
  await state(page, "Active");
  await isOpen(page);

  await failEveryTime();
  await expect(page.getByText("Items are closed")).toBeVisible();
  await press(page, "Cancel plan");
  await confirm(page, "Cancel plan");
  await expect(page.getByRole("heading", { name: "Choose a plan" })).toBeVisible();
  await isClosed(page);
  await press(page, "Choose Desk");
  await pay(page, "4242 4242 4242 4242");
  await page.waitForURL(/\/items\/inbox/);
});
