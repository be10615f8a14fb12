import { expect, type Page } from "@playwright/test";
import { accessToken } from "@tessera/e2e/access-token.ts";
import { expectAccessible } from "@tessera/e2e/accessible.ts";
import { test } from "@tessera/e2e/journey.ts";
import { enter, someone } from "@tessera/e2e/person.ts";
import { financeOf } from "./testing/books.ts";

const key = () => crypto.randomUUID();
/** A day so many days from that of the server. */
const day = (add: number) => new Date(Date.now() + add * 86_400_000).toISOString().slice(0, 10);

/** A subscription a fortnight, whose next payment is due tomorrow, a salary, and what was bought once. */
async function withBooks(page: Page): Promise<void> {
  const finance = await financeOf(page);
  const { account } = await finance.createAccount({ name: "Daily", currency: "EUR", opening: 1000_00 }, key());
  const add = (date: string, amount: number, payee: string) =>
    finance.createTransaction({ accountId: account.id, date, amount, payee }, key());
  for (const back of [55, 41, 27, 13]) await add(day(-back), -12_99, "POS 4711 STREAMS");
  for (const back of [51, 37, 23, 9]) await add(day(-back), 900_00, "Employer");
  await add(day(-3), -40_00, "Bakery");
}

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Finance" }).getByRole("link", { name, exact: true });

test("what recurs is found, confirmed by key, renamed, forecast, and asked for in the queue until it is paid", async ({
  page,
  product,
}) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/finance/recurring");
  await expect(page).toHaveTitle("Recurring Payments");
  await expect(page.getByText("No new payments to review.", { exact: false })).toBeVisible();
  await withBooks(page);
  const streams = page.getByRole("row", { name: /POS 4711 STREAMS/ });
  await expect(streams).toBeVisible();
  await expect(page.getByRole("row", { name: /Employer/ })).toBeVisible();
  await streams.click();
  await expect(page.getByText("4 payments, one every two weeks, on the day.", { exact: false })).toBeVisible();
  await expectAccessible(page, "payments to review");
  await page.keyboard.press("1");
  await expect(streams).toBeHidden();
  await page.keyboard.press("z");
  await expect(streams).toBeVisible();
  await streams.click();
  await page.keyboard.press("1");
  await expect(page.getByText("POS 4711 STREAMS: confirmed", { exact: true }).first()).toBeVisible();
  await page.getByRole("row", { name: /Employer/ }).click();
  await page.keyboard.press("1");
  await expect(page.getByText("No new payments to review.", { exact: false })).toBeVisible();
  await page.getByRole("tab", { name: /^Confirmed/ }).click();
  await streams.click();
  await page.keyboard.press("Shift+E");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Streams");
  await expectAccessible(page, "the dialog of a payment");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name: /^Streams/ })).toBeVisible();

  await tab(page, "Summary").click();
  const flow = page.getByRole("table", { name: "Cash flow" });
  await expect(flow.getByRole("rowheader", { name: /forecast$/ }).first()).toBeVisible();
  await page.getByText(/^The forecast adds \d+ confirmed payments/).click();
  await expect(page.getByRole("link", { name: "Streams", exact: true }).first()).toBeVisible();
  await expect(page.getByRole("table", { name: "Spending by payee" })).toContainText("POS 4711 STREAMS€51.96");
  await expectAccessible(page, "the summary with its forecast");
  // Each figure leads to its transactions.
  await page.getByRole("table", { name: "Spending by payee" }).getByRole("link", { name: "Bakery" }).click();
  await expect(page.getByRole("row", { name: /Bakery/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /STREAMS/ })).toBeHidden();

  await page.goto("/queue");
  const entry = page
    .getByRole("grid", { name: "What needs me" })
    .getByRole("link", { name: "Pay Streams, 12.99 EUR", exact: true });
  await expect(entry).toBeVisible();
  await entry.click();
  await page
    .getByRole("link", { name: /^See the payment/ })
    .or(page.getByRole("button", { name: /^See the payment/ }))
    .first()
    .click();
  await expect(page).toHaveTitle("Recurring Payments");
  await expect(page.getByRole("heading", { name: "Streams", exact: true })).toBeVisible();
  await page.goto("/queue");
  await expect(entry).toBeVisible();
  // The transaction that comes in settles it.
  const finance = await financeOf(page);
  const { items } = await finance.accounts();
  const paid = { accountId: items[0]!.id, date: day(0), amount: -12_99, payee: "POS 4711 STREAMS" };
  await finance.createTransaction(paid, key());
  await expect(page.getByRole("row").filter({ hasText: "Pay Streams, 12.99 EUR" })).toContainText("Resolved");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/finance/recurring?view=confirmed");
  const tabs = page.getByRole("navigation", { name: "Finance" });
  await expect(tabs.getByRole("link", { name: "Recurring" })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, "payments on a phone");
  await page.getByRole("row", { name: /^Streams/ }).click();
  await expect(page.getByRole("button", { name: /^Ignore/ })).toBeVisible();
  await expectAccessible(page, "a payment on a phone");
  await page.goto("/finance/summary");
  await expect(flow).toBeVisible();
  await expectAccessible(page, "the summary with its forecast on a phone");
});

test("the summary prints light, without navigation, with nothing cut", async ({ page, product }) => {
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/finance/summary");
  await withBooks(page);
  const headers = { authorization: `Bearer ${await accessToken(page)}` };
  await page.request.patch("/api/settings/preferences", { headers, data: { theme: "dark" } });
  await page.goto("/finance/summary?months=24");
  const flow = page.getByRole("table", { name: "Cash flow" });
  await expect(flow).toBeVisible();
  const main = page.getByRole("main");
  await expect(main).not.toHaveCSS("background-color", "rgb(255, 255, 255)");
  await page.emulateMedia({ media: "print" });
  // As wide as the text of an A4 sheet.
  await page.setViewportSize({ width: 718, height: 1000 });
  await expect(main).toHaveCSS("background-color", "rgb(255, 255, 255)");
  for (const name of ["Finance", "Areas"]) await expect(page.getByRole("navigation", { name })).toBeHidden();
  await expect(page.getByRole("combobox", { name: "Account" })).toBeHidden();
  await expect(page.getByText(/^Financial Summary: all accounts, EUR, /)).toBeVisible();
  // Everything is as long as it is, and as wide as the sheet: nothing scrolls, nothing is outside.
  const cut = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("main, main *")].flatMap((element) => {
        const { overflowX, overflowY, display } = getComputedStyle(element);
        const { right, width, height } = element.getBoundingClientRect();
        const isCut =
          (overflowY !== "visible" && element.scrollHeight > element.clientHeight + 1 && height > 40) ||
          (overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1 && width > 400);
        return display !== "none" && width > 1 && (isCut || right > innerWidth + 1)
          ? [`${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent?.slice(0, 40)}`]
          : [];
      }),
    );
  await expect.poll(cut).toEqual([]);
  const long = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(long).toBeGreaterThan(1000);
  await expect(flow.getByRole("row").last()).toBeAttached();
  const sheets = await page.pdf({ format: "A4" });
  const count = sheets.toString("latin1").match(/\/Type\s*\/Page[^s]/g)?.length ?? 0;
  expect(count).toBeGreaterThan(1);
  expect(count).toBeLessThan(6);
});
