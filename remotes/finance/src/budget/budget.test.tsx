import { AccountList } from "@tessera/contracts-finance/accounts.ts";
import { Undone } from "@tessera/contracts-finance/acts.ts";
import {
  BudgetCells,
  BudgetHold,
  BudgetList,
  BudgetMonth,
  BudgetMove,
  BudgetWritten,
} from "@tessera/contracts-finance/budgets.ts";
import { CategoryList } from "@tessera/contracts-finance/categories.ts";
import { FinancePreferences } from "@tessera/contracts-finance/preferences.ts";
import { renderInShell, showDialog } from "@tessera/shell-api/testing";
import { type Answer, type Call, type Loopback, startLoopback } from "@tessera/testing/loopback.ts";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import routes from "../routes.tsx";

const id = (n: number) => `00000000-0000-4000-8000-0000000000${String(n).padStart(2, "0")}`;
const [BUDGET, FOOD, BREAD, HOME, SALARY, ACT] = [1, 2, 3, 4, 5, 6].map(id) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const category = (of: string, name: string, more: object = {}) => ({
  ...{ id: of, name, parentId: null, splits: 0, version: 1, ...more },
});
const line = (categoryId: string, budgeted: number, spent: number, carried = 0) => ({
  ...{ categoryId, budgeted, spent, carried, balance: budgeted + spent + carried, carries: false },
});
const budget = { id: BUDGET, currency: "EUR", kind: "envelope" as const, start: "2026-10", version: 1 };
const month = (name: string): BudgetMonth => ({
  ...{ budget, month: name, income: 418_000, uncategorised: -500 },
  lines: [line(BREAD, 12_000, -10_000), line(FOOD, 0, -300), line(HOME, 0, -4_000)],
  pool: {
    ...{ left: 10_000, income: 418_000, uncategorised: -500, outside: 0, overspent: 0, held: 0 },
    ...{ budgeted: 12_000, ready: 415_500 },
  },
});

/** Without the page that a cell leads to: what that asks for is no part of these tests. */
const pages = routes.map((route) =>
  route.path === "finance/transactions" ? { path: route.path, element: null } : route,
);

let server: Loopback;
let written: unknown[] = [];
let reads = 0;
/** Saves of amounts that wait to be answered. */
let saves: (() => void)[] | undefined;
const open = async (address = "/finance/budget?month=2026-11") => {
  written = [];
  saves = undefined;
  const answer = async ({ method, route, url, json }: Call): Promise<Answer> => {
    if (route === "GET /api/finance/preferences") return { json: { firstDay: 1 } };
    if (route === "GET /api/finance/budgets") return { json: { items: [budget] } };
    reads += 1;
    if (method === "GET" && route.startsWith("GET /api/finance/budgets"))
      return { json: month(url.pathname.split("/").at(-1)!) };
    if (route === "GET /api/finance/accounts") return { json: { items: [] } };
    if (route === "GET /api/finance/categories")
      return {
        json: {
          items: [
            category(BREAD, "Bread", { parentId: FOOD }),
            category(FOOD, "Food"),
            category(HOME, "Home"),
            category(SALARY, "Salary", { income: true }),
          ],
        },
      };
    written.push([method, url.pathname.split("/").at(-1), json]);
    if (url.pathname.endsWith("/cells")) await new Promise<void>((go) => (saves ? saves.push(go) : go()));
    if (url.pathname.endsWith("/undo")) return { json: { act: ACT, reverted: 1, kept: 0 } };
    return { json: { act: ACT, changed: 1 } };
  };
  server = await startLoopback(answer, {
    "GET /api/finance/accounts": { answer: AccountList },
    "GET /api/finance/categories": { answer: CategoryList },
    "GET /api/finance/preferences": { answer: FinancePreferences },
    "GET /api/finance/budgets": { answer: BudgetList },
    [`GET /api/finance/budgets/${BUDGET}/months/2026-10`]: { answer: BudgetMonth },
    [`GET /api/finance/budgets/${BUDGET}/months/2026-11`]: { answer: BudgetMonth },
    [`GET /api/finance/budgets/${BUDGET}/months/2026-12`]: { answer: BudgetMonth },
    [`PUT /api/finance/budgets/${BUDGET}/cells`]: { body: BudgetCells, answer: BudgetWritten },
    [`PUT /api/finance/budgets/${BUDGET}/holds`]: { body: BudgetHold, answer: BudgetWritten },
    [`POST /api/finance/budgets/${BUDGET}/moves`]: { body: BudgetMove, answer: BudgetWritten },
    [`POST /api/finance/acts/${ACT}/undo`]: { answer: Undone },
  });
  return renderInShell(pages, { path: address, http: server.http });
};
afterEach(async () => {
  cleanup();
  await server.stop();
});

const cell = (name: string) => screen.findByRole("gridcell", { name });
const focus = async (name: string) => {
  const found = await cell(name);
  act(() => found.focus());
};
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.activeElement!, { key, ...more });

it("shows each category with what is budgeted, spent and left in figures and words, and no income among them", async () => {
  await open();
  const table = await screen.findByRole("grid", { name: "Budget by category" });
  const rows = within(table)
    .getAllByRole("row")
    .map((row) => row.textContent);
  expect(rows).toEqual([
    "CategoryBudgetedSpentBalance",
    "Food€17.00 left of €120.00€120.00−€103.00€17.00",
    "Food, itself€3.00 overspent€0.00−€3.00−€3.00",
    "Bread€20.00 left of €120.00€120.00−€100.00€20.00",
    "Home€40.00 overspent€0.00−€40.00−€40.00",
    "All categories€120.00−€143.00−€23.00",
  ]);
  expect(screen.getByRole("region", { name: "Ready to assign" })).toHaveTextContent(
    "Ready to assign€4,155.00Give it to categories, or hold itLeft from October 2026€100.00Income€4,180.00" +
      "Without a category−€5.00Budgeted−€120.00Held for the next monthHold money",
  );
});

it("edits as a spreadsheet does: a digit begins, sums are worked out, Enter goes down, Escape leaves it", async () => {
  const { shell } = await open();
  await focus("Bread, budgeted €120.00");
  press("4");
  const field = screen.getByLabelText("Budget of Bread, EUR");
  expect(field).toHaveValue("4");
  fireEvent.change(field, { target: { value: "120/4+" } });
  press("Enter");
  expect(field).toHaveAttribute("aria-invalid", "true");
  fireEvent.change(field, { target: { value: "120/4+10" } });
  press("Enter");
  await waitFor(() => expect(written).toEqual([["PUT", "cells", expect.anything()]]));
  expect(written[0]).toEqual(["PUT", "cells", { month: "2026-11", cells: [{ categoryId: BREAD, amount: 4000 }] }]);
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("€40.00 budgeted for Bread"));
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName("Home, budgeted €0.00"));
  press("Enter");
  fireEvent.change(screen.getByLabelText("Budget of Home, EUR"), { target: { value: "99" } });
  press("Escape");
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName("Home, budgeted €0.00"));
  expect(written).toHaveLength(1);
  // What has others below it is not budgeted itself.
  press("Home");
  press("5");
  expect(screen.queryByRole("textbox")).toBeNull();
});

it("shows an amount that is still being saved, also where the month is read again meanwhile", async () => {
  await open();
  saves = [];
  const type = async (name: string, amount: string) => {
    await focus(name);
    press("4");
    const field = screen.getByRole("textbox");
    fireEvent.change(field, { target: { value: amount } });
    fireEvent.keyDown(field, { key: "Enter" });
  };
  await type("Bread, budgeted €120.00", "40");
  await type("Home, budgeted €0.00", "99");
  await waitFor(() => expect(saves).toHaveLength(2));
  const before = reads;
  saves[0]!();
  // The month is read as it was before both, and the second is not saved yet.
  await waitFor(() => expect(reads).toBeGreaterThan(before));
  expect(await cell("Bread, budgeted €120.00")).toBeVisible();
  expect(await cell("Home, budgeted €99.00")).toBeVisible();
  saves[1]!();
  expect(await cell("Home, budgeted €0.00")).toBeVisible();
});

it("goes from cell to cell by arrow keys, and at the sides to the months around, which the address names", async () => {
  const { router } = await open();
  await focus("Food, budgeted €120.00");
  press("ArrowDown");
  press("ArrowRight");
  expect(document.activeElement).toHaveAccessibleName("Food, itself, spent −€3.00");
  press("ArrowRight");
  press("ArrowRight");
  expect(await screen.findByText("December 2026")).toBeVisible();
  expect(router.state.location.search).toBe("?month=2026-12");
  press("PageUp");
  press("PageUp");
  expect(await screen.findByText("October 2026")).toBeVisible();
  // There is nothing before the first month.
  press("PageUp");
  expect(router.state.location.search).toBe("?month=2026-10");
  expect(document.activeElement).toHaveAccessibleName("Food, itself, balance −€3.00");
});

it("opens the transactions of a cell, of the category alone where it stands for itself", async () => {
  const { router } = await open();
  await focus("Food, itself, spent −€3.00");
  press("Enter");
  await waitFor(() => expect(router.state.location.pathname).toBe("/finance/transactions"));
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    ...{ category: FOOD, own: "yes", from: "2026-11-01", to: "2026-11-30", currency: "EUR", counted: "budget" },
  });
});

it("covers what is overspent from another category, and holds money for the next month", async () => {
  const { shell } = await open();
  fireEvent.click(await cell("Home, balance −€40.00"));
  const dialog = await showDialog(shell);
  fireEvent.change(dialog.in.getByLabelText("Cover from"), { target: { value: BREAD } });
  fireEvent.change(dialog.in.getByLabelText("Amount, EUR"), { target: { value: "10*2" } });
  fireEvent.click(dialog.in.getByRole("button", { name: "Cover" }));
  await waitFor(() =>
    expect(written).toEqual([["POST", "moves", { month: "2026-11", from: BREAD, to: HOME, amount: 2000 }]]),
  );
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("€20.00 moved from Bread to Home"));
  fireEvent.click(screen.getByRole("button", { name: "Hold money" }));
  const hold = await showDialog(shell, 2);
  expect(hold.in.getByLabelText("Amount, EUR")).toHaveValue("4155.00");
  fireEvent.change(hold.in.getByLabelText("Amount, EUR"), { target: { value: "1000" } });
  fireEvent.click(hold.in.getByRole("button", { name: "Hold" }));
  await waitFor(() => expect(written.at(-1)).toEqual(["PUT", "holds", { month: "2026-11", amount: 100_000 }]));
});
