import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "@tessera/e2e/accessible.ts";
import { test } from "@tessera/e2e/journey.ts";
import { enter, someone } from "@tessera/e2e/person.ts";
import { financeOf, monthOf } from "./testing/books.ts";

/** A statement of three entries whose closing balance is 5,000.00 EUR. */
const STATEMENT = `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>8601<ACCTID>86011117947<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130
<STMTTRN><TRNTYPE>POS<DTPOSTED>20261103<TRNAMT>-12.50<FITID>a1<NAME>Corner bakery</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261104<TRNAMT>4180.00<FITID>a2<NAME>Employer</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261105<TRNAMT>-980.00<FITID>a3<NAME>Landlord</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>5000.00<DTASOF>20261130</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Finance", exact: true }).getByRole("link", { name });

test("a statement is imported, agrees with the bank, is categorised by keyboard, and undone", async ({
  page,
  product,
}) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/finance");
  await page.getByRole("button", { name: "Add account" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Daily");
  await dialog.getByLabel("Number").fill("8601 1117 947");
  await dialog.getByRole("button", { name: "Add account" }).click();
  await expect(rowOf(page, "Daily")).toContainText("€0.00");
  await expectAccessible(page);

  await tab(page, "Import").click();
  const file = { name: "november.ofx", mimeType: "application/x-ofx", buffer: Buffer.from(STATEMENT) };
  await page.getByLabel("File of a bank").setInputFiles(file);
  await expect(page.getByText("3 new, 0 known, 0 changed, 0 left out")).toBeVisible();
  await expect(page.getByText("Balance afterwards: €5,000.00")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("november.ofx: 3 new, 0 changed")).toBeVisible();

  await page.getByRole("button", { name: "Show transactions" }).click();
  await expect(page.getByRole("status", { name: "Sums of what is shown" })).toContainText("Balance change €3,187.50");
  await rowOf(page, "Landlord").focus();
  await page.keyboard.press("t");
  await expect(dialog.getByRole("combobox", { name: "Category" })).toBeFocused();
  await page.keyboard.type("Housing");
  await expect(dialog.getByRole("option", { name: "Add “Housing”" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, "Landlord")).toContainText("Housing");
  // As in a spreadsheet: the row's fields, and on to the next one.
  await rowOf(page, "Corner bakery").focus();
  await page.keyboard.press("Enter");
  const fields = page.getByRole("group", { name: "Edit Corner bakery" });
  await expect(fields.getByLabel("Category")).toBeFocused();
  await fields.getByLabel("Note").fill("Rolls");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, "Corner bakery")).toContainText("Rolls");
  await expectAccessible(page);

  await tab(page, "Accounts").click();
  await expect(rowOf(page, "Daily")).toContainText("€5,000.00");
  for (const words of ["Transaction changed", "1 transaction in Housing", "3 transactions imported"]) {
    await page.keyboard.press("z");
    await expect(page.getByText(`Undone: ${words}.`)).toBeVisible();
  }
  await expect(rowOf(page, "Daily")).toContainText("€0.00");
  await expect(rowOf(page, "Daily")).toContainText("0 transactions");
});

/** The person's books over the service's own HTTP: two accounts, purchases, a transfer, and one of two parts. */
async function withBooks(page: Page): Promise<void> {
  const finance = await financeOf(page);
  const key = () => crypto.randomUUID();
  const account = async (name: string) =>
    (await finance.createAccount({ name, currency: "EUR", opening: 100_000 }, key())).account.id;
  const [daily, savings] = [await account("Daily"), await account("Savings")];
  await finance.createCategory({ name: "Food" }, key());
  const month = await monthOf(page);
  const add = (accountId: string, amount: number, payee: string) =>
    finance.createTransaction({ accountId, date: `${month}-01`, amount, payee }, key());
  await add(daily, 418_000, "Employer");
  await add(daily, -1250, "Corner Bakery");
  await add(daily, -2750, "Bakery at the station");
  await add(daily, -50_000, "To Savings");
  await add(savings, 50_000, "From Daily");
  // One transfer too: two payments add up to the third.
  await add(daily, -30_000, "To Savings");
  for (const part of [18_000, 12_000]) await add(savings, part, "Part");
}

test("a rule is tried and changes the past, a transfer is linked by key, and the summary leaves it out", async ({
  page,
  product,
}) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/finance/rules");
  await expect(page).toHaveTitle("Classification Rules");
  await expect(page.getByText("There are no rules yet.", { exact: false })).toBeVisible();
  await withBooks(page);
  // The dialog offers what there is when it opens.
  await page.reload();
  await expect(page.getByText("There are no rules yet.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Add rule", exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Bakeries");
  await dialog.getByLabel("Comparison").selectOption("contains");
  await dialog.getByRole("combobox", { name: "Payee", exact: true }).fill("bakery");
  await dialog.getByLabel("Category", { exact: true }).selectOption({ label: "Food" });
  await dialog.getByRole("button", { name: "Show what it would change", exact: true }).click();
  await expect(dialog.getByText("Meets 2 of 8 transactions, changes 2, contradicts 0")).toBeVisible();
  await expectAccessible(page, "a rule that was tried");
  await dialog.getByRole("checkbox", { name: /^Also change the transactions/ }).check({ force: true });
  await dialog.getByRole("button", { name: "Add rule", exact: true }).click();
  await expect(page.getByText("2 transactions changed by rules")).toBeVisible();
  await expect(rowOf(page, "Bakeries")).toContainText("Payee contains “bakery” → category Food");
  await expectAccessible(page);

  await tab(page, "Transfers").click();
  await expect(page).toHaveTitle("Classify Transfers");
  await expect(page.getByRole("table", { name: /^Why it scores \d+ of 100$/ })).toBeVisible();
  await rowOf(page, "2 parts").click();
  const pair = page.getByRole("region", { name: "The pair" });
  await expect(pair).toContainText("2 transactions add up to €300.00.");
  await expectAccessible(page);
  const linkBoth = async () => {
    await expect(pair).toContainText("2 transactions add up to €300.00.");
    await page.keyboard.press("1");
    await expect(rowOf(page, "2 parts")).toBeHidden();
    await expect(pair).toContainText("−€500.00");
    await page.keyboard.press("1");
    await expect(page.getByText("There are no transfers to review.")).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
  };
  await linkBoth();
  await page.keyboard.press("z");
  await expect(rowOf(page, "€500.00")).toBeVisible();
  await page.keyboard.press("z");
  await rowOf(page, "2 parts").click();
  await linkBoth();

  await tab(page, "Summary").click();
  await expect(page).toHaveTitle("Financial Summary");
  const figures = page.getByLabel(/^Figures of /);
  await expect(figures).toContainText("Income€4,180.00");
  await expect(figures).toContainText("Expense€40.00");
  await expect(page.getByRole("table", { name: "Spending by category" })).toContainText("Food€40.00");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, "the summary on a phone");
  await tab(page, "Transfers").click();
  await page.getByRole("tab", { name: /^Linked/ }).click();
  await rowOf(page, "2 parts").click();
  await expect(pair).toContainText("2 transactions add up to €300.00.");
  await expect(page.getByRole("button", { name: /^Unlink/ })).toBeVisible();
  await expectAccessible(page, "a transfer on a phone");
});
