import { expect } from "@playwright/test";
import { expectAccessible } from "@tessera/e2e/accessible.ts";
import { test } from "@tessera/e2e/journey.ts";
import { enter, someone } from "@tessera/e2e/person.ts";
import { financeOf, monthOf } from "./testing/books.ts";

test("rates of a file join two currencies in the summary, and a transfer between them is linked", async ({
  page,
  product,
}) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/finance/rates");
  await expect(page).toHaveTitle("Exchange Rates");
  await expect(page.getByText("There are no exchange rates yet.", { exact: false })).toBeVisible();
  const finance = await financeOf(page);
  const key = () => crypto.randomUUID();
  const account = async (name: string, currency: string) =>
    (await finance.createAccount({ name, currency, opening: 1000_00 }, key())).account.id;
  const [euros, dollars] = [await account("Daily", "EUR"), await account("Dollars", "USD")];
  const date = `${await monthOf(page)}-02`;
  await finance.createTransaction({ accountId: euros, date, amount: -100_00, note: "To Dollars" }, key());
  await finance.createTransaction({ accountId: dollars, date, amount: 124_00 }, key());
  await finance.createTransaction({ accountId: dollars, date, amount: -25_00, payee: "Diner" }, key());

  await page.getByLabel("File of exchange rates").setInputFiles({
    ...{ name: "eurofxref-hist.csv", mimeType: "text/csv" },
    buffer: Buffer.from(`Date,USD,JPY,\n${date},1.25,160,\n`),
  });
  await expect(page.getByText("1 EUR = 1.25 USD", { exact: true })).toBeVisible();
  await expect(page.getByText("From eurofxref-hist.csv", { exact: true })).toBeVisible();
  await expectAccessible(page, "rates");
  // By key: another rate is given, and taken back.
  await page.keyboard.press("Shift+N");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("1 EUR in USD").fill("1,3");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("1 EUR = 1.3 USD", { exact: true })).toBeVisible();
  await page.getByRole("row").first().focus();
  await page.keyboard.press("z");
  await expect(page.getByText("1 EUR = 1.3 USD", { exact: true })).toBeHidden();

  await page.goto("/finance/classify");
  await expect(page.getByText("0.8% off the amount at the rate", { exact: false })).toBeVisible();
  await page.getByRole("row", { name: /Daily → Dollars/ }).focus();
  await page.keyboard.press("1");
  await expect(page.getByText("Linked as transfer", { exact: true })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/finance/summary");
  await page.getByLabel("Currency", { exact: true }).selectOption({ label: "All in EUR" });
  await expect(page.getByText(/1 USD = 0.8 EUR on/)).toBeVisible();
  // 25 dollars for the diner; the transfer is none.
  await expect(page.getByLabel(/^Figures of/)).toContainText("€20.00");
  await expectAccessible(page, "a summary of all currencies on a phone");
  await page.getByLabel("Day on which months begin").selectOption("25");
  await expect(page.getByText("Months begin on day 25", { exact: true })).toBeVisible();
  await expect(page.getByLabel(/^Figures of .*–/)).toBeVisible();
});
