import { expect, type Page } from "@playwright/test";
import { addMonths } from "@tessera/contracts-finance/months.ts";
import { expectAccessible } from "@tessera/e2e/accessible.ts";
import { test } from "@tessera/e2e/journey.ts";
import { enter, someone } from "@tessera/e2e/person.ts";
import { financeOf, monthOf } from "./testing/books.ts";

/** An account, a salary, and what was spent on food and housing this month. */
async function withSpending(page: Page) {
  const finance = await financeOf(page);
  const key = () => crypto.randomUUID();
  const month = await monthOf(page);
  const { account } = await finance.createAccount({ name: "Daily", currency: "EUR", opening: 50_000 }, key());
  const category = async (name: string) => (await finance.createCategory({ name }, key())).category.id;
  const [food, housing, salary] = [await category("Food"), await category("Housing"), await category("Salary")];
  const add = (amount: number, categoryId: string, payee: string) =>
    finance.createTransaction({ accountId: account.id, date: `${month}-01`, amount, categoryId, payee }, key());
  await add(200_000, salary, "Employer");
  await add(-4_250, food, "Corner Bakery");
  await add(-98_000, housing, "Landlord");
  return { finance, month, food };
}

const cell = (page: Page, name: string | RegExp) => page.getByRole("gridcell", { name });
const ready = (page: Page) => page.getByRole("region", { name: "Ready to assign" });

test("a budget is begun, filled, covered and undone by keyboard alone, and follows other devices", async ({
  page,
  product,
}) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/finance/budget");
  await expect(page).toHaveTitle("Budget");
  await expect(page.getByText("A budget is about the money in your accounts.", { exact: false })).toBeVisible();
  const { finance, month, food } = await withSpending(page);
  await page.reload();
  const begin = page.getByRole("button", { name: "Begin a budget", exact: true });
  await expect(begin).toBeVisible();
  await begin.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("checkbox", { name: "Salary" })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "Food" })).not.toBeChecked();
  await expectAccessible(page, "a budget that is begun");
  await dialog.getByRole("button", { name: "Begin", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(ready(page)).toContainText("Ready to assign€2,500.00");
  await expectAccessible(page, "a budget");

  // A sum, and on to the row below.
  await cell(page, /^Food, budgeted/).focus();
  await page.keyboard.type("120/4+10");
  await page.keyboard.press("Enter");
  await expect(cell(page, "Food, budgeted €40.00")).toBeVisible();
  await expect(cell(page, /^Housing, budgeted/)).toBeFocused();
  await page.keyboard.type("1000");
  await page.keyboard.press("Enter");
  await expect(ready(page)).toContainText("Ready to assign€1,460.00");
  await expect(page.getByText("€2.50 overspent")).toBeVisible();

  // Covered from the other category.
  await page.keyboard.press("ArrowUp");
  await expect(cell(page, /^Food, budgeted/)).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(cell(page, "Food, balance −€2.50")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Amount, EUR")).toHaveValue("2.50");
  await dialog.getByLabel("Cover from").selectOption({ label: "Housing (€20.00)" });
  await expectAccessible(page, "covering what is overspent");
  await dialog.getByLabel("Amount, EUR").press("Enter");
  await expect(cell(page, "Food, balance €0.00")).toBeVisible();
  await expect(cell(page, "Housing, balance €17.50")).toBeVisible();
  await expect(ready(page)).toContainText("Ready to assign€1,460.00");
  await page.keyboard.press("z");
  await expect(page.getByText("Undone: €2.50 moved from Housing to Food.")).toBeVisible();
  await expect(cell(page, "Food, balance −€2.50")).toBeVisible();

  // Another device.
  const { items } = await finance.budgets();
  await finance.setBudget(items[0]!.id, { month, cells: [{ categoryId: food, amount: 5_000 }] });
  await expect(cell(page, "Food, balance €7.50")).toBeVisible();

  // The next month by arrow key has what is left; it is filled as this one.
  await cell(page, "Food, balance €7.50").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(new RegExp(`month=${addMonths(month, 1)}`));
  await expect(cell(page, "Housing, balance €20.00")).toBeVisible();
  await page.getByRole("button", { name: "Fill the month", exact: true }).click();
  await page.getByRole("menuitem", { name: "Copy the month before", exact: true }).click();
  await expect(cell(page, "Housing, balance €1,020.00")).toBeVisible();
  await cell(page, /^Food, budgeted/).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(new RegExp(`month=${month}`));

  // What a cell shows is what its transactions add up to.
  await cell(page, "Food, spent −€42.50").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status", { name: "Sums of what is shown" })).toContainText("Balance change −€42.50");
  await expect(page.getByText("In EUR, without transfers", { exact: false })).toBeVisible();
  await expectAccessible(page, "the transactions of a cell");
  await page.goto("/finance/summary");
  await expect(page.getByLabel(/^Figures of /)).toContainText("€27.50 under budget");
  await expect(page.getByRole("table", { name: "Spending by category" })).toContainText("€7.50 left of €50.00");
  await expectAccessible(page, "the summary with a budget");
});

test("limits on a phone: one is typed, the next month is filled, nothing is cut off", async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/finance/budget");
  await expect(page.getByText("A budget is about the money in your accounts.", { exact: false })).toBeVisible();
  await withSpending(page);
  await page.reload();
  await page.getByRole("button", { name: "Begin a budget", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("checkbox", { name: "Salary" })).toBeChecked();
  // By its words: a click waits until the sheet stands still.
  await dialog.getByText("Limits: each category has one a month", { exact: false }).click();
  await expect(dialog.getByRole("radio", { name: /^Limits/ })).toBeChecked();
  await dialog.getByRole("button", { name: "Begin", exact: true }).click();
  await expect(page.getByText("Over all limits together")).toBeVisible();
  await cell(page, "Food, budgeted €0.00").click();
  await page.getByLabel("Budget of Food, EUR").fill("60");
  await page.getByLabel("Budget of Food, EUR").press("Enter");
  await expect(page.getByText("€17.50 left of €60.00")).toBeVisible();
  await expect(page.getByText("€980.00 over", { exact: true })).toBeVisible();
  await expectAccessible(page, "limits on a phone");
  await page.getByRole("button", { name: "Next month", exact: true }).click();
  await expect(page.getByText("€0.00 spent of €0.00")).toBeVisible();
  await page.getByRole("button", { name: "Fill the month", exact: true }).click();
  await page.getByRole("menuitem", { name: "What was spent the month before", exact: true }).click();
  await expect(page.getByText("€980.00 left of €980.00")).toBeVisible();
});
