import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "@tessera/e2e/accessible.ts";
import { test } from "@tessera/e2e/journey.ts";
import { enter, someone } from "@tessera/e2e/person.ts";
import { financeOf, monthOf } from "./testing/books.ts";

const rowOf = (page: Page, name: RegExp) => page.getByRole("row", { name });

test("payees are found, merged and undone by keyboard, and on a phone one is renamed", async ({ page, product }) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/finance/payees");
  await expect(page).toHaveTitle("Payees");
  await expect(page.getByText("There are no payees yet.", { exact: false })).toBeVisible();
  const finance = await financeOf(page);
  const key = () => crypto.randomUUID();
  const { account } = await finance.createAccount({ name: "Daily", currency: "EUR" }, key());
  const date = `${await monthOf(page)}-01`;
  for (const payee of ["Bakery", "Bakery", "Corner Bakery", "Landlord"])
    await finance.createTransaction({ accountId: account.id, date, amount: -400, payee }, key());
  // Live: nothing is reloaded.
  await expect(page.getByText("3 payees", { exact: true })).toBeVisible();
  await rowOf(page, /^Bakery/).focus();
  await page.keyboard.press("/");
  await page.keyboard.type("bak");
  await expect(page.getByText("2 payees", { exact: true })).toBeVisible();
  await rowOf(page, /^Bakery/).focus();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expectAccessible(page, "selected payees");
  await page.getByRole("button", { name: "Merge 2 payees", exact: true }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("The one that stays")).toHaveValue(/.+/);
  await expectAccessible(page, "merging payees");
  await dialog.getByRole("button", { name: "Merge", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 payee merged into Bakery, 1 transaction moved")).toBeVisible();
  await expect(rowOf(page, /^Bakery/)).toContainText("also corner bakery");
  await page.keyboard.press("z");
  await expect(rowOf(page, /^Corner Bakery/)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("checkbox", { name: "Select Corner Bakery", exact: true }).check({ force: true });
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await dialog.getByLabel("Name").fill("Corner");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(rowOf(page, /Corner/)).toContainText("also corner bakery");
  await expectAccessible(page, "payees on a phone");
  await page.getByRole("link", { name: "Bakery", exact: true }).click();
  await expect(page.getByRole("status", { name: "Sums of what is shown" })).toContainText("2 transactions");
});
