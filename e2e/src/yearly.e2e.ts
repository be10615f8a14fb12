import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { enter, pay, untilActive } from "./person.ts";
import { Product } from "./product.ts";

/**
 * Where an installation sells plans by the year, and has tax computed: bought with the keyboard, shown, and changed to
 * the month.
 */
let product: Product;

test.beforeAll(async () => {
  product = await Product.start({
    BILLING_YEARLY_PRICES: '{"desk": 8000, "studio": 18000}',
    BILLING_AUTOMATIC_TAX: "true",
  });
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
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await enter(context, product);
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
  const address = page.getByRole("group", { name: "Billing address" });
  await address.getByLabel("Street and number").fill("Unter den Linden 77");
  await address.getByLabel("Postal code").fill("10117");
  await address.getByLabel("City").fill("Berlin");
  await pay(page, "4242 4242 4242 4242");
  await expect(address.getByLabel("Country")).toHaveAccessibleDescription("Choose a country from the list.");
  await expectAccessible(page, "the checkout with an address");
  await address.getByLabel("Country").selectOption("Germany");
  await page.getByLabel("VAT number").fill("DE 12");
  await pay(page, "4242 4242 4242 4242");
  await expect(page.getByLabel("VAT number")).toHaveAccessibleDescription(/^Enter a VAT number such as/);
  await expect(page.getByLabel("Business name")).toHaveAccessibleDescription(/^Enter the name that/);
  await page.getByLabel("VAT number").fill("DE 123 456 789");
  await page.getByLabel("Business name").fill("Analytical Engines GmbH");
  await pay(page, "4242 4242 4242 4242");
  await untilActive(page);
  await page.goto("/billing");
  await expect(page.getByRole("heading", { name: "You are on Studio, paid yearly" })).toBeVisible();
  await expect(page.getByText(/€180\.00 is charged on .* of each year to Visa ending in 4242/)).toBeVisible();
  const invoice = page.getByRole("row", { name: /Studio, \d+ \w+ \d{4} to \d+ \w+ \d{4}/ });
  await expect(invoice).toContainText("€180.00");
  const printed = await context.newPage();
  await printed.goto((await invoice.getByRole("link").getAttribute("href"))!);
  await expect(printed.getByRole("row", { name: "Including 19% VAT €28.74" })).toBeVisible();
  await expectAccessible(printed, "the invoice with tax");
  await expect(printed.getByText("DE123456789")).toBeVisible();
  await expect(printed.getByText(/^Analytical Engines GmbH, /)).toBeVisible();
  await printed.close();
  await expect(page.getByText("Your invoices name Analytical Engines GmbH, VAT number DE123456789.")).toBeVisible();
  const portal = await context.newPage();
  await portal.goto("/billing");
  await portal.getByRole("button", { name: "Customer portal" }).click();
  await portal.getByRole("textbox", { name: "VAT number" }).fill("ATU12345678");
  await portal.getByRole("textbox", { name: "Business name" }).fill("Engines & Mills");
  await portal.getByRole("button", { name: "Keep for invoices" }).click();
  await expect(portal.getByRole("status")).toHaveText("Your invoices name Engines & Mills, ATU12345678 from now on.");
  await expectAccessible(portal, "the portal with a business");
  await portal.close();
  // The page that is open learns of it live.
  await expect(page.getByText("Your invoices name Engines & Mills, VAT number ATU12345678.")).toBeVisible();
  await page.getByRole("radio", { name: "Monthly" }).check();
  await page.getByRole("button", { name: "Pay by the month" }).click();
  const dialog = page.getByRole("dialog", { name: "Pay Studio by the month?" });
  await expect(dialog).toContainText("costs €18.00 a month instead of €180.00 a year");
  await expect(dialog).toContainText(/€16[12]\.\d\d of what you have paid is credited/);
  await dialog.getByRole("button", { name: "Pay by the month" }).click();
  await expect(page.getByRole("heading", { name: "You are on Studio, paid monthly" })).toBeVisible();
  await context.close();
});
