import { readFileSync } from "node:fs";
import path from "node:path";
import { AccountList } from "@tessera/contracts-finance/accounts.ts";
import { BudgetList, BudgetMonth } from "@tessera/contracts-finance/budgets.ts";
import { CategoryList } from "@tessera/contracts-finance/categories.ts";
import { ExportQuery } from "@tessera/contracts-finance/export.ts";
import { BankImport } from "@tessera/contracts-finance/imports.ts";
import { PayeeList } from "@tessera/contracts-finance/payees.ts";
import { FinancePreferences, FinancePreferencesChanged } from "@tessera/contracts-finance/preferences.ts";
import { NewRate, RateChanged, RateList, RateQuery } from "@tessera/contracts-finance/rates.ts";
import {
  Forecast,
  ForecastQuery,
  RecurringChanged,
  RecurringList,
  RecurringPatch,
} from "@tessera/contracts-finance/recurring.ts";
import { RefuseSuggestion, RuleList, RuleSuggestions } from "@tessera/contracts-finance/rules.ts";
import {
  type CurrencySummary,
  FinancialSummary,
  PayeeSummary,
  SummaryQuery,
} from "@tessera/contracts-finance/summary.ts";
import {
  TransactionFilter,
  TransactionPage,
  TransactionQuery,
  TransactionSums,
} from "@tessera/contracts-finance/transactions.ts";
import { TransferCandidates, TransferLinked, TransferPair } from "@tessera/contracts-finance/transfers.ts";
import { Act } from "@tessera/contracts-finance/values.ts";
import { renderInShell, showDialog } from "@tessera/shell-api/testing";
import { type Answer, type Call, type Loopback, startLoopback } from "@tessera/testing/loopback.ts";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import routes from "./routes.tsx";

const manifest = JSON.parse(readFileSync(path.resolve(import.meta.dirname, "../manifest.json"), "utf8")) as {
  routes: { path: string; title: string }[];
};

const accountId = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const account = (n: number, name: string) => ({
  ...{ id: accountId(n), name, kind: "checking", currency: "EUR", number: null, opening: 0, closed: false, balance: 0 },
  ...{ transactions: 1, newest: null, version: 1 },
});
const ID = "00000000-0000-4000-8000-000000000001";
const empty = { items: [] };

const transaction = (n: number, amount: number) => ({
  ...{ id: `00000000-0000-4000-8000-00000000010${n}`, accountId: accountId(n), date: "2026-11-12", valueDate: null },
  ...{ amount, currency: "EUR", payee: null, payeeText: `Side ${n}`, note: null, reference: null, tags: [] },
  ...{ state: "cleared", splits: [{ amount, categoryId: null, note: null }], imported: true, version: 1 },
});
const [from, to] = [transaction(1, -50000), transaction(2, 50000)];
const pair = {
  ...{ from, to, fee: 0, score: 73, others: [] },
  reasons: [{ name: "amount", points: 25, of: 25, words: "The same amount" }],
};

const budget = { id: ID, currency: "EUR", kind: "tracking", start: "2026-10", version: 1 };

/** What the service answers. */
const answers: Record<string, unknown> = {
  "GET /api/finance/accounts": { items: [account(1, "Daily"), account(2, "Savings")] },
  "GET /api/finance/categories": { items: [{ id: ID, name: "Food", parentId: null, splits: 0, version: 1 }] },
  "GET /api/finance/payees": empty,
  "GET /api/finance/preferences": { firstDay: 1 },
  "GET /api/finance/budgets": { items: [budget] },
  [`GET /api/finance/budgets/${ID}/months/2026-11`]: {
    ...{ budget, month: "2026-11", income: 536_000, uncategorised: 0, pool: null },
    lines: [{ categoryId: ID, budgeted: 45_000, spent: -48_600, carried: 0, balance: -3_600, carries: false }],
  },
  "GET /api/finance/rules/suggestions": empty,
  "GET /api/finance/transactions": { items: [from], nextCursor: null },
  "GET /api/finance/transactions/sums": {
    total: 1,
    currencies: [
      {
        ...{ currency: "EUR", in: 0, out: -50000, sum: -50000, income: 0, expense: -500 },
        transfers: { count: 1, sum: -49500 },
      },
    ],
  },
  "GET /api/finance/export": "the file",
  "GET /api/finance/transfers/candidates": { items: [pair] },
  "GET /api/finance/summary": {
    currencies: [
      {
        currency: "EUR",
        months: [
          { month: "2026-09", income: 0, expense: 0, netWorth: 6_756_000 },
          { month: "2026-10", income: 418_000, expense: -344_000, netWorth: 6_830_000 },
          { month: "2026-11", income: 536_000, expense: -302_040, netWorth: 7_064_000 },
        ],
        categories: [
          { categoryId: ID, sums: [0, -40_000, -48_600] },
          { categoryId: null, sums: [0, 114_000, 282_560] },
        ],
      },
    ],
  },
  "GET /api/finance/rules": {
    items: [
      {
        ...{ id: ID, name: "Supermarket", stage: null, enabled: true, fault: null, specificity: 0, set: 3, version: 1 },
        condition: {
          all: [
            { field: "bank", is: "contains", value: "rewe" },
            { field: "amount", is: "between", value: [100, 5000] },
          ],
        },
        actions: [{ category: ID }, { addTags: ["weekly"] }],
      },
    ],
  },
};

const streams = {
  ...{ id: ID, accountId: accountId(1), payee: { id: accountId(5), name: "POS 4711 STREAMS" }, name: "Streams" },
  ...{ state: "found", every: "month", amount: -1299, currency: "EUR", varies: false, due: "2026-12-05" },
  ...{ missed: ["2026-09-05"], changes: [{ date: "2026-11-05", from: -999, to: -1299 }], byHand: ["name"] },
  payments: [
    { id: accountId(6), date: "2026-11-06", amount: -1299, due: "2026-11-05" },
    { id: accountId(7), date: "2026-10-05", amount: -999, due: "2026-10-05" },
  ],
  ...{ why: "2 payments, one a month, at most a day off.", version: 3 },
};
answers["GET /api/finance/recurring"] = { items: [streams], waiting: false };
answers["GET /api/finance/recurring/forecast"] = { day: "2026-11-28", currencies: [] };
answers["GET /api/finance/summary/payees"] = {
  currencies: [
    {
      ...{ currency: "EUR", income: 954_000, expense: -646_040 },
      payees: [
        { payee: { id: accountId(5), name: "Landlord" }, income: 0, expense: -600_000 },
        { payee: null, income: 954_000, expense: -6_000 },
      ],
    },
  ],
};

const rate = { id: ID, base: "USD", quote: "EUR", day: "2026-11-12", rate: 0.925, file: null };
answers["GET /api/finance/rates"] = {
  pairs: [{ base: "USD", quote: "EUR", days: 2, from: "2026-11-11", to: "2026-11-12" }],
  items: [rate, { ...rate, id: accountId(2), day: "2026-11-11", file: "eurofxref-hist.csv" }],
};
answers[`GET /api/finance/imports/${ID}`] = {
  ...{ id: ID, fileName: "bank.xml", format: "camt.052.001.08", state: "read", problems: [], act: null },
  ...{ created: 0, changed: 0, at: "2026-11-12T09:00:00Z" },
  statements: [
    {
      account: { name: "Daily", number: "…4321", kind: "checking", currency: "EUR" },
      ...{ index: 0, entries: 12, from: null, to: null, sum: 0, closing: null, check: "unstated", difference: 0 },
      accountId: null,
    },
  ],
};
/** What the service answers to changes, where it is more than the act. */
const changed: Record<string, Answer> = {
  "PUT /api/finance/rates": { json: { act: ID, rate } },
  "PUT /api/finance/preferences": { json: { act: ID, preferences: { firstDay: 25 } } },
};

let server: Loopback;
/** What was written: method, path and body. */
let written: unknown[] = [];
/** A file is text, whatever it holds. */
const TEXT = { safeParse: (value: unknown) => ({ success: typeof value === "string" }) };
/** The search of each export that was asked for. */
let exported: unknown[] = [];
const open = async (address: string) => {
  written = [];
  exported = [];
  const answer = ({ method, route, url, json }: Call): Answer => {
    if (route === "GET /api/finance/export") exported.push(Object.fromEntries(url.searchParams));
    if (method === "GET") return { json: answers[route] };
    written.push([route, json]);
    return changed[route] ?? { status: 201, json: { act: ID } };
  };
  server = await startLoopback(answer, {
    "GET /api/finance/accounts": { answer: AccountList },
    "GET /api/finance/categories": { answer: CategoryList },
    "GET /api/finance/payees": { answer: PayeeList },
    "GET /api/finance/preferences": { answer: FinancePreferences },
    "PUT /api/finance/preferences": { body: FinancePreferences, answer: FinancePreferencesChanged },
    "GET /api/finance/rates": { query: RateQuery, answer: RateList },
    "PUT /api/finance/rates": { body: NewRate, answer: RateChanged },
    "GET /api/finance/budgets": { answer: BudgetList },
    [`GET /api/finance/imports/${ID}`]: { answer: BankImport },
    [`GET /api/finance/budgets/${ID}/months/2026-11`]: { answer: BudgetMonth },
    "GET /api/finance/rules": { answer: RuleList },
    "GET /api/finance/rules/suggestions": { answer: RuleSuggestions },
    "GET /api/finance/transactions": { query: TransactionQuery, answer: TransactionPage },
    "GET /api/finance/transactions/sums": { query: TransactionFilter, answer: TransactionSums },
    "GET /api/finance/export": { query: ExportQuery, answer: TEXT },
    "GET /api/finance/transfers/candidates": { answer: TransferCandidates },
    "GET /api/finance/summary": { query: SummaryQuery, answer: FinancialSummary },
    "GET /api/finance/summary/payees": { answer: PayeeSummary },
    "GET /api/finance/recurring": { answer: RecurringList },
    "GET /api/finance/recurring/forecast": { query: ForecastQuery, answer: Forecast },
    [`PATCH /api/finance/recurring/${ID}`]: { body: RecurringPatch, answer: RecurringChanged },
    "POST /api/finance/rules/suggestions/refusals": { body: RefuseSuggestion, answer: Act, status: 201 },
    "POST /api/finance/transfers": { body: TransferPair, answer: TransferLinked, status: 201 },
    "POST /api/finance/transfers/refusals": { body: TransferPair, answer: Act, status: 201 },
  });
  return renderInShell(routes, { path: address, http: server.http });
};
afterEach(async () => {
  cleanup();
  await server.stop();
});

/** The shell gives the document the title that the manifest has for a path. */
const titleOf = (address: string) => manifest.routes.find((route) => route.path === address)?.title;

it("leads from /finance to its first page, with the way to the others [route.finance]", async () => {
  await open("/finance");
  expect(await screen.findByRole("heading", { level: 1, name: "Accounts" })).toBeVisible();
  const others = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(others).toEqual(expect.arrayContaining(["/finance/rules", "/finance/categories"]));
  expect(titleOf("/finance")).toBe("Finance");
});

it("says of each account what it holds", async () => {
  const { shell } = await open("/finance/accounts");
  const row = await screen.findByRole("row", { name: /Daily/ });
  expect(within(row).getByText(/ · 1 transaction$/)).toBeVisible();
  await act(() => shell.run("finance.next-row"));
  expect(row).toHaveFocus();
});

it("leads on from a statement whose account is not there yet", async () => {
  const before = answers["GET /api/finance/accounts"];
  answers["GET /api/finance/accounts"] = empty;
  const { shell } = await open(`/finance/import?file=${ID}`);
  answers["GET /api/finance/accounts"] = before;
  expect(await screen.findByRole("heading", { name: "12 entries of account …4321" })).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Add this account" }));
  const dialog = await showDialog(shell);
  expect(dialog.in.getByRole("textbox", { name: "Name" })).toHaveValue("Daily");
});

it("names the rules in the document and on the page, and says what each looks for and does [route.finance-rules]", async () => {
  await open("/finance/rules");
  expect(await screen.findByRole("heading", { level: 1, name: "Classification Rules" })).toBeInTheDocument();
  expect(titleOf("/finance/rules")).toBe("Classification Rules");
  expect(await screen.findByText("Supermarket")).toBeVisible();
  expect(
    await screen.findByText(
      "Payee as the bank writes it contains “rewe” and amount is between €1.00 and €50.00 → category Food, tags weekly",
    ),
  ).toBeVisible();
});

it("names the categories in the document and on the page [route.finance-categories]", async () => {
  await open("/finance/categories");
  expect(await screen.findByRole("heading", { level: 1, name: "Finance Categories" })).toBeInTheDocument();
  expect(titleOf("/finance/categories")).toBe("Finance Categories");
  expect(await screen.findByText("Food")).toBeVisible();
});

it("names the transfers in the document and on the page, says why a pair is offered, and refuses it by key [route.finance-classify]", async () => {
  const { shell } = await open("/finance/classify");
  expect(await screen.findByRole("heading", { level: 1, name: "Classify Transfers" })).toBeInTheDocument();
  expect(titleOf("/finance/classify")).toBe("Classify Transfers");
  expect(await screen.findByText("Daily → Savings")).toBeVisible();
  expect(screen.getByRole("table", { name: "Why it scores 73 of 100" })).toHaveTextContent(
    "AmountThe same amount25 of 25",
  );
  await act(() => shell.run("finance.refuse-transfer"));
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Not a transfer"));
  expect(written).toEqual([["POST /api/finance/transfers/refusals", { fromId: from.id, toId: to.id }]]);
});

it("leads to the import where no transfers wait", async () => {
  const before = answers["GET /api/finance/transfers/candidates"];
  answers["GET /api/finance/transfers/candidates"] = { items: [] };
  try {
    await open("/finance/classify");
    expect(await screen.findByRole("button", { name: "Import a bank’s file" })).toBeVisible();
  } finally {
    answers["GET /api/finance/transfers/candidates"] = before;
  }
});

it("shows several that add up to one with their sum, and links all of them by key", async () => {
  const parts = [transaction(3, 20000), transaction(4, 30000)].map((one) => ({ ...one, accountId: accountId(2) }));
  const several = { ...pair, to: parts[0], also: [parts[1]] };
  const before = answers["GET /api/finance/transfers/candidates"];
  answers["GET /api/finance/transfers/candidates"] = { items: [several] };
  try {
    const transfer = { ...several, id: ID, automatic: false, at: "2026-11-12T09:00:00Z" };
    changed["POST /api/finance/transfers"] = { status: 201, json: { act: ID, transfer } };
    const { shell } = await open("/finance/classify");
    expect(await screen.findByText("2 transactions add up to €500.00.")).toBeVisible();
    expect(screen.getByText("€500.00 · Nov 12, 2026, same day · 2 parts")).toBeVisible();
    for (const amount of ["−€500.00", "€200.00", "€300.00"]) expect(screen.getByText(amount)).toBeVisible();
    await act(() => shell.run("finance.link-transfer"));
    await waitFor(() => expect(written).toHaveLength(1));
    const alsoIds = [parts[1]!.id];
    expect(written[0]).toEqual(["POST /api/finance/transfers", { fromId: from.id, toId: parts[0]!.id, alsoIds }]);
  } finally {
    answers["GET /api/finance/transfers/candidates"] = before;
  }
});

it("names the summary in the document and on the page, with every figure of its charts in tables [route.finance-summary]", async () => {
  await open("/finance/summary?to=2026-11&months=6");
  expect(await screen.findByRole("heading", { level: 1, name: "Financial Summary" })).toBeInTheDocument();
  expect(titleOf("/finance/summary")).toBe("Financial Summary");
  expect(await screen.findByLabelText("Figures of November 2026")).toHaveTextContent(
    "Income€5,360.00€1,180.00 more than in October 2026Expense€3,020.40€419.60 less than in October 2026",
  );
  expect(await screen.findByText("€419.60 less than in October 2026 · €36.00 over budget")).toBeVisible();
  const rows = screen.getAllByRole("row").map((row) => row.textContent);
  expect(rows).toEqual([
    "EURSep 26, its transactionsOct 26, its transactionsNov 26, its transactions",
    "Income04,1805,360",
    "Expense03,4403,020",
    "Saved07402,340",
    "Net worth67,56068,30070,640",
    "MonthInOutNetBalance",
    "Sep 26€0.00€0.00€0.00€67,560.00",
    "Oct 26€4,180.00−€3,440.00€740.00€68,300.00",
    "Nov 26€5,360.00−€3,020.40€2,339.60€70,640.00",
    "Food€486.00€36.00 over",
    "Landlord€6,000.00",
    "Without a payee€60.00",
    "All others€400.40",
  ]);
  expect(screen.getByRole("link", { name: "Landlord" })).toHaveAttribute(
    "href",
    `/finance/transactions?payee=${accountId(5)}&from=2026-09-01&to=2026-11-30`,
  );
  expect(screen.getByRole("link", { name: "Food" })).toHaveAttribute(
    "href",
    `/finance/transactions?category=${ID}&from=2026-11-01&to=2026-11-30`,
  );
  expect(screen.getByRole("img", { name: /^Income and expense by month/ })).toBeVisible();
});

it("shows what recurs with its payments, prices and gaps, and confirms it by key", async () => {
  changed[`PATCH /api/finance/recurring/${ID}`] = {
    json: { act: ID, recurring: { ...streams, state: "confirmed", version: 4 } },
  };
  const { shell } = await open("/finance/recurring");
  expect(await screen.findByRole("heading", { level: 1, name: "Recurring Payments" })).toBeInTheDocument();
  expect(titleOf("/finance/recurring")).toBe("Recurring Payments");
  expect(await screen.findByRole("heading", { level: 2, name: "Streams" })).toBeVisible();
  expect(screen.getByLabelText("What is expected")).toHaveTextContent(
    "NextDec 5, 2026Amount−€12.99How oftenEvery month",
  );
  expect(screen.getByRole("table", { name: "Price changes" })).toHaveTextContent("30% more−€9.99 → −€12.99");
  expect(screen.getByText("Nothing came for Sep 5, 2026.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Nov 6, 2026" })).toHaveAttribute(
    "href",
    `/finance/transactions?payee=${accountId(5)}&account=${accountId(1)}&direction=out&from=2026-11-06&to=2026-11-06`,
  );
  await act(() => shell.run("finance.change-recurring"));
  const dialog = await showDialog(shell);
  fireEvent.change(dialog.in.getByLabelText(/Amount that goes out/), { target: { value: "a" } });
  expect(dialog.in.getByText("Enter an amount, for example 12.90.")).toBeVisible();
  fireEvent.change(dialog.in.getByLabelText(/Amount that goes out/), { target: { value: "15.90" } });
  fireEvent.change(dialog.in.getByLabelText("How often"), { target: { value: "quarter" } });
  fireEvent.click(dialog.in.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(written).toHaveLength(1));
  await act(() => shell.run("finance.confirm-recurring"));
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Streams: confirmed"));
  expect(written).toEqual([
    [`PATCH /api/finance/recurring/${ID}`, { state: "confirmed", amount: -1590, every: "quarter" }],
    [`PATCH /api/finance/recurring/${ID}`, { state: "confirmed" }],
  ]);
});

it("sums all currencies in one, says at which rates and what has none, and begins months on another day", async () => {
  const before = answers["GET /api/finance/summary"] as { currencies: CurrencySummary[] };
  const [euros] = before.currencies;
  const dollars = { ...euros!, currency: "USD" };
  const converted = {
    summary: euros!,
    left: [{ currency: "CHF", months: ["2026-10", "2026-11"] }],
    rates: [{ currency: "USD", rate: 0.925, day: "2026-11-12", file: "eurofxref-hist.csv", over: null }],
  };
  answers["GET /api/finance/summary"] = { currencies: [euros, dollars], firstDay: 25, converted };
  answers["GET /api/finance/preferences"] = { firstDay: 25 };
  const { shell } = await open("/finance/summary?to=2026-11&months=6&in=EUR");
  expect(await screen.findByLabelText("Currency")).toHaveDisplayValue("All in EUR");
  expect(screen.getByText(/1 USD = 0.925 EUR on .*, from eurofxref-hist.csv/)).toHaveTextContent(
    "CHF is not in the sums of 2 months: no rate is known.",
  );
  expect(await screen.findByLabelText("Figures of Nov 25 – Dec 24, 2026")).toBeVisible();
  expect(screen.getByRole("link", { name: "Food" })).toHaveAttribute(
    "href",
    `/finance/transactions?category=${ID}&from=2026-11-25&to=2026-12-24`,
  );
  fireEvent.change(screen.getByLabelText("Day on which months begin"), { target: { value: "3" } });
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Months begin on day 3"));
  expect(written).toEqual([["PUT /api/finance/preferences", { firstDay: 3 }]]);
  answers["GET /api/finance/summary"] = before;
  answers["GET /api/finance/preferences"] = { firstDay: 1 };
});

it("lists the rates of a pair with their source, and takes one by key", async () => {
  const { shell } = await open("/finance/rates");
  expect(await screen.findByRole("heading", { level: 1, name: "Exchange Rates" })).toBeInTheDocument();
  expect(titleOf("/finance/rates")).toBe("Exchange Rates");
  expect(await screen.findByText("You gave it")).toBeVisible();
  expect(screen.getByText("From eurofxref-hist.csv")).toBeVisible();
  expect(screen.getAllByText("1 USD = 0.925 EUR")).toHaveLength(2);
  await act(() => shell.run("finance.add-rate"));
  const dialog = await showDialog(shell);
  const save = dialog.in.getByRole("button", { name: "Save" });
  fireEvent.change(dialog.in.getByLabelText(/1 USD in EUR/), { target: { value: "a" } });
  expect(dialog.in.getByText("Enter a number, for example 0.92.")).toBeVisible();
  expect(save).toHaveAttribute("aria-disabled", "true");
  fireEvent.change(dialog.in.getByLabelText(/1 USD in EUR/), { target: { value: "0,93" } });
  fireEvent.click(save);
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Rate of USD in EUR saved"));
  expect(written).toEqual([
    ["PUT /api/finance/rates", expect.objectContaining({ base: "USD", quote: "EUR", rate: 0.93 })],
  ]);
});

it("offers among the transactions the rule that the newest of them suggests, and leads to the others", async () => {
  const suggestion = (n: number, name: string, newest: string) => ({
    ...{ payee: { id: accountId(n), name }, categoryId: ID, times: 3, newest },
  });
  const items = [suggestion(3, "Rema", "2026-11-02"), suggestion(4, "Kiwi", "2026-11-09")];
  answers["GET /api/finance/rules/suggestions"] = { items };
  await open("/finance/transactions");
  const offer = await screen.findByRole("region", { name: "Suggested rules" });
  expect(offer).toHaveTextContent("Kiwi is always Food 3 times");
  expect(offer).not.toHaveTextContent("Rema");
  expect(within(offer).getByRole("link", { name: "1 more" })).toHaveAttribute("href", "/finance/rules");
  answers["GET /api/finance/rules/suggestions"] = empty;
  fireEvent.click(within(offer).getByRole("button", { name: "No rule for Kiwi" }));
  await waitFor(() => expect(offer).not.toBeInTheDocument());
  expect(written).toEqual([
    ["POST /api/finance/rules/suggestions/refusals", { payeeId: accountId(4), categoryId: ID }],
  ]);
});

it("exports the account and days that the list shows, as a file with a name that says so", async () => {
  const downloads: string[] = [];
  // A document without a browser has no downloads.
  URL.createObjectURL = () => "blob:file";
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function () {
    downloads.push(this.download);
  };
  const { shell } = await open(`/finance/transactions?account=${accountId(1)}&from=2026-11-01`);
  const offer = await screen.findByRole("button", { name: "Export…" });
  await waitFor(() => expect(offer).not.toHaveAttribute("aria-disabled", "true"));
  await act(() => shell.run("finance.export"));
  const dialog = await showDialog(shell);
  fireEvent.change(dialog.in.getByLabelText("Format"), { target: { value: "hledger" } });
  const endOn = (value: string) => {
    fireEvent.change(dialog.in.getByLabelText("To"), { target: { value } });
    fireEvent.blur(dialog.in.getByLabelText("To"));
  };
  endOn("1 October 2026");
  const go = dialog.in.getByRole("button", { name: "Export" });
  expect(go).toHaveAttribute("aria-disabled", "true");
  endOn("30 November 2026");
  fireEvent.click(go);
  const name = "finance-daily-from-2026-11-01-to-2026-11-30.journal";
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe(`Exported ${name}`));
  expect(downloads).toEqual([name]);
  expect(exported).toEqual([{ format: "hledger", account: accountId(1), from: "2026-11-01", to: "2026-11-30" }]);
});
