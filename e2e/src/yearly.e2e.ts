import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { enter, pay, untilActive } from "./person.ts";
import { Product } from "./product.ts";

/** Where an installation sells plans by the year: bought with the keyboard, shown, and changed to the month. */
let product: Product;

test.beforeAll(async () => {
  product = await Product.start({ BILLING_YEARLY_PRICES: '{"desk": 8000, "studio": 18000}' });
});
test.afterAll(() => product?.stop());

/** Moves the focus forward to a control. */
const tabTo = async (page: Page, name: string) => {
  const control = page.getByRole("radio", { name });
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(control).toBeFocused({ timeout: 100 });
  }).toPass({ intervals: [0] });
};

test("a plan is paid by the year: chosen by keyboard, on the invoice, and by the month again", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: product.url });
  await enter(page.context(), product);
  await page.goto("/billing");
  await expect(page.getByText("€18.00 a month")).toBeVisible();
  await tabTo(page, "Monthly");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Yearly" })).toBeChecked();
  await expect(page.getByText("€180.00 a year")).toBeVisible();
  await expect(page.getByText("€36.00 less than twelve months")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Choose Studio" }).click();
  await page.waitForURL(/\/sandbox\/checkout\//);
  await expect(page.getByText("Billed yearly")).toBeVisible();
  await pay(page, "4242 4242 4242 4242");
  await untilActive(page);
  await page.goto("/billing");
  await expect(page.getByRole("heading", { name: "You are on Studio, paid yearly" })).toBeVisible();
  await expect(page.getByText(/€180\.00 is charged on .* of each year to Visa ending in 4242/)).toBeVisible();
  const invoice = page.getByRole("row", { name: /Studio, \d+ \w+ \d{4} to \d+ \w+ \d{4}/ });
  await expect(invoice).toContainText("€180.00");
  await page.getByRole("radio", { name: "Monthly" }).check();
  await page.getByRole("button", { name: "Pay by the month" }).click();
  const dialog = page.getByRole("dialog", { name: "Pay Studio by the month?" });
  await expect(dialog).toContainText("costs €18.00 a month instead of €180.00 a year");
  await expect(dialog).toContainText(/€16[12]\.\d\d of what you have paid is credited/);
  await dialog.getByRole("button", { name: "Pay by the month" }).click();
  await expect(page.getByRole("heading", { name: "You are on Studio, paid monthly" })).toBeVisible();
  await page.close();
});
