import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "@tessera/e2e/accessible.ts";
import { signIn, signUp, subscribe, untilActive } from "@tessera/e2e/person.ts";
import { Product } from "@tessera/e2e/product.ts";

/** The area as a person meets it, on two devices of theirs. */
let product: Product;
test.beforeAll(async () => {
  product = await Product.start();
});
test.afterAll(() => product?.stop());

const recordOf = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });

test("a record is added, seen on another device, reviewed in the queue, and found", async ({ browser }) => {
  const desk = await (await browser.newContext({ baseURL: product.url })).newPage();
  const email = await signUp(desk);
  await subscribe(desk);
  await untilActive(desk);
  const couch = await (await browser.newContext({ baseURL: product.url })).newPage();
  await signIn(couch, email);
  for (const page of [desk, couch]) {
    await page.goto("/sample-area");
    await expect(page.getByRole("heading", { name: "Sample area" })).toBeVisible();
    await expect(page.locator("[data-live=live]")).toBeAttached();
  }
  await desk.getByLabel("Title of the record").fill("Oak worktop");
  await desk.getByRole("button", { name: "Add", exact: true }).click();
  await expect(recordOf(desk, "Oak worktop")).toContainText("Waits in your queue");
  await expect(recordOf(couch, "Oak worktop")).toBeVisible();
  await expectAccessible(couch);

  await desk.goto("/queue");
  await recordOf(desk, "Oak worktop").click();
  await desk.getByRole("toolbar", { name: "Actions" }).getByRole("button", { name: "Mark as reviewed" }).click();
  await expect(recordOf(couch, "Oak worktop")).toContainText("Reviewed");

  await desk.keyboard.press("Control+k");
  await desk.getByRole("dialog").getByRole("combobox").fill("worktop");
  await expect(desk.getByRole("option", { name: /Oak worktop/ })).toBeVisible();
  await desk.keyboard.press("Escape");

  await desk.goto("/settings/sample-area");
  await expect(desk.getByText("Stored records: 1. Waiting for a review: 0.")).toBeVisible();
  await expectAccessible(desk);
});

test("a card of the area's type is captured by its mark, listed live, opened and edited", async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await signUp(page);
  await subscribe(page);
  await untilActive(page);
  await page.goto("/items/sample-area-card");
  await page.getByRole("button", { name: "Capture", exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What to capture").fill("sample-area: Quote for the worktop\nOak, oiled");
  await expect(dialog.getByRole("tab", { name: "Sample area card" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Control+Enter");
  await recordOf(page, "Quote for the worktop").click();
  await expect(page).toHaveURL(/\/items\/sample-area-card\/[0-9a-f-]{36}/);
  await expect(page.getByRole("textbox", { name: "Text", exact: true })).toHaveValue("Oak, oiled");
  await page.getByLabel("Reference").fill("Q-2041");
  await page.getByLabel("Reference").blur();
  // What is saved is in the list at once, where search reads the field too.
  await expect(recordOf(page, "Quote for the worktop")).toContainText("Q-2041");
  await page.reload();
  await expect(page.getByLabel("Reference")).toHaveValue("Q-2041");
  await expectAccessible(page);
});
