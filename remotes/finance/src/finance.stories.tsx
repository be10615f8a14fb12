import { AccountList } from "@tessera/contracts-finance/accounts.ts";
import { BudgetList, BudgetMonth } from "@tessera/contracts-finance/budgets.ts";
import { CategoryList } from "@tessera/contracts-finance/categories.ts";
import { PayeeList } from "@tessera/contracts-finance/payees.ts";
import { Forecast, RecurringList } from "@tessera/contracts-finance/recurring.ts";
import { RuleList, RuleSuggestions } from "@tessera/contracts-finance/rules.ts";
import { FinancialSummary, PayeeSummary } from "@tessera/contracts-finance/summary.ts";
import { TransactionPage, TransactionSums } from "@tessera/contracts-finance/transactions.ts";
import { TransferCandidates } from "@tessera/contracts-finance/transfers.ts";
import { idOf, type Meta, page, problem, type StoryObj } from "@tessera/gallery";
import routes from "./routes.tsx";

export default { title: "finance/Finance" } satisfies Meta;

const [DAILY, SAVINGS, FOOD, BREAD, HOME, SALARY, BUDGET] = [1, 2, 3, 4, 5, 6, 7].map(idOf) as [
  ...[string, string, string, string],
  ...[string, string, string],
];
const account = (id: string, name: string, kind: string, balance: number) => ({
  ...{ id, name, kind, currency: "EUR", number: "DE02 1203 0000 0000 2020 51", opening: 0, closed: false, balance },
  ...{ transactions: 120, newest: "2026-01-12", version: 1 },
});
const category = (id: string, name: string, more: object = {}) => ({
  ...{ id, name, parentId: null, splits: 4, version: 1 },
  ...more,
});
const transaction = (n: number, payeeText: string, amount: number, more: object = {}) => ({
  ...{
    id: idOf(100 + n),
    accountId: DAILY,
    date: `2026-01-${String(14 - n).padStart(2, "0")}`,
    valueDate: null,
    amount,
    currency: "EUR",
  },
  ...{ payee: null, payeeText, note: null, reference: null, tags: [], state: "cleared", imported: true, version: 1 },
  splits: [{ amount, categoryId: FOOD, note: null }],
  ...more,
});
const transactions = TransactionPage.parse({
  items: [
    transaction(1, "REWE SAGT DANKE 0451", -4_860, { payee: { id: idOf(50), name: "Rewe" }, tags: ["weekly"] }),
    transaction(2, "Oak & Sons", -184_000, {
      splits: [
        { amount: -120_000, categoryId: HOME, note: "Fronts" },
        { amount: -64_000, categoryId: null, note: null },
      ],
    }),
    transaction(3, "Halvorsen AS", 418_000, { splits: [{ amount: 418_000, categoryId: SALARY, note: null }] }),
    transaction(4, "Bakery", -640, { state: "open", splits: [{ amount: -640, categoryId: BREAD, note: null }] }),
  ],
  nextCursor: null,
});
const common = {
  "GET /api/finance/accounts": AccountList.parse({
    items: [account(DAILY, "Daily", "checking", 241_260), account(SAVINGS, "Savings", "savings", 6_756_000)],
  }),
  "GET /api/finance/categories": CategoryList.parse({
    items: [
      category(FOOD, "Food"),
      category(BREAD, "Bread", { parentId: FOOD }),
      category(HOME, "Home"),
      category(SALARY, "Salary", { income: true }),
    ],
  }),
  "GET /api/finance/payees": PayeeList.parse({ items: [] }),
  "GET /api/finance/rules/suggestions": RuleSuggestions.parse({ items: [] }),
};
const finance = (path: string, answers: Record<string, unknown> = {}) =>
  page(routes, { path, routes: { ...common, ...answers } });

export const Accounts: StoryObj = { ...finance("/finance/accounts"), tags: ["!picture"] };

export const NoAccounts: StoryObj = {
  ...finance("/finance/accounts", {
    "GET /api/finance/accounts": AccountList.parse({ items: [] }),
  }),
  tags: ["!picture"],
};

export const Failed: StoryObj = {
  ...finance("/finance/accounts", {
    "GET /api/finance/accounts": problem(503, "unavailable", "The service does not answer. Nothing was changed."),
  }),
  tags: ["!picture"],
};

export const Transactions = finance("/finance/transactions", {
  "GET /api/finance/transactions": transactions,
  "GET /api/finance/transactions/sums": TransactionSums.parse({
    total: 4,
    currencies: [{ currency: "EUR", in: 418_000, out: -189_500, sum: 228_500, income: 418_000, expense: -189_500 }],
  }),
});

const MONTHS = ["2025-08", "2025-09", "2025-10", "2025-11", "2025-12", "2026-01"];
export const Summary = finance("/finance/summary?to=2026-01&months=6", {
  "GET /api/finance/recurring/forecast": Forecast.parse({
    day: "2026-01-12",
    currencies: [
      {
        ...{ currency: "EUR", balance: 6_980_000 },
        months: ["2026-01", "2026-02", "2026-03", "2026-04"].map((month, at) => ({
          ...{ month, in: at ? 418_000 : 0, out: at ? -121_599 : -1_599 },
          balance: 6_978_401 + at * 296_401,
        })),
        payments: [{ recurringId: idOf(201), name: "Rent", date: "2026-02-01", amount: -120_000 }],
      },
    ],
  }),
  "GET /api/finance/summary/payees": PayeeSummary.parse({
    currencies: [
      {
        ...{ currency: "EUR", income: 2_643_000, expense: -2_060_000 },
        payees: [
          { payee: { id: idOf(211), name: "Landlord" }, income: 0, expense: -720_000 },
          { payee: { id: idOf(50), name: "Rewe" }, income: 0, expense: -310_400 },
          { payee: null, income: 0, expense: -72_000 },
        ],
      },
    ],
  }),
  "GET /api/finance/summary": FinancialSummary.parse({
    currencies: [
      {
        currency: "EUR",
        months: MONTHS.map((month, at) => ({
          ...{ month, income: 418_000 + at * 9_000, expense: -302_000 - ((at * 47_000) % 90_000) },
          netWorth: 6_430_000 + at * 110_000,
        })),
        categories: [
          { categoryId: FOOD, sums: MONTHS.map((_, at) => -48_600 - at * 1_200) },
          { categoryId: HOME, sums: MONTHS.map((_, at) => -120_000 + at * 3_000) },
          { categoryId: null, sums: MONTHS.map(() => -12_000) },
        ],
      },
    ],
  }),
});

const recurring = (n: number, name: string, amount: number, more: object = {}) => ({
  ...{ id: idOf(200 + n), accountId: DAILY, payee: { id: idOf(210 + n), name }, name, state: "found", every: "month" },
  ...{ amount, currency: "EUR", varies: false, due: `2026-02-0${n}`, missed: [], changes: [], byHand: [], version: 1 },
  payments: [1, 12, 11, 10].map((month, at) => ({
    ...{ id: idOf(300 + n * 10 + at), amount },
    date: `${month === 1 ? 2026 : 2025}-${String(month).padStart(2, "0")}-0${n}`,
    due: `${month === 1 ? 2026 : 2025}-${String(month).padStart(2, "0")}-0${n}`,
  })),
  why: "4 payments, one a month, on the day. The amount never changed; the last one is expected again.",
  ...more,
});
export const Recurring = finance("/finance/recurring", {
  "GET /api/finance/recurring": RecurringList.parse({
    items: [
      recurring(1, "Rent", -120_000),
      recurring(2, "Streams", -1_599, {
        changes: [{ date: "2025-12-02", from: -1_299, to: -1_599 }],
        why: "4 payments, one a month, at most a day off. The amount changed once; the last one is expected again.",
      }),
      recurring(3, "Electricity", -8_940, { every: "quarter", varies: true, missed: ["2026-02-03"] }),
    ],
    waiting: false,
  }),
});

const budget = { id: BUDGET, currency: "EUR", kind: "envelope", start: "2025-10", version: 1 };
const line = (categoryId: string, budgeted: number, spent: number, carried = 0) => ({
  ...{ categoryId, budgeted, spent, carried, balance: budgeted + spent + carried, carries: false },
});
export const Budget = finance("/finance/budget?month=2026-01", {
  "GET /api/finance/budgets": BudgetList.parse({ items: [budget] }),
  [`GET /api/finance/budgets/${BUDGET}/months/2026-01`]: BudgetMonth.parse({
    ...{ budget, month: "2026-01", income: 418_000, uncategorised: -500 },
    lines: [line(BREAD, 12_000, -10_000), line(FOOD, 40_000, -48_600), line(HOME, 120_000, -84_000, 6_000)],
    pool: {
      ...{ left: 10_000, income: 418_000, uncategorised: -500, outside: 0, overspent: -8_600, held: 0 },
      ...{ budgeted: 172_000, ready: 246_900 },
    },
  }),
});

export const Rules: StoryObj = {
  ...finance("/finance/rules", {
    "GET /api/finance/rules": RuleList.parse({
      items: [
        {
          ...{ id: idOf(60), name: "Supermarket", stage: null, enabled: true, fault: null, specificity: 0, set: 3 },
          condition: {
            all: [
              { field: "bank", is: "contains", value: "rewe" },
              { field: "amount", is: "between", value: [100, 5000] },
            ],
          },
          ...{ actions: [{ category: FOOD }, { addTags: ["weekly"] }], version: 1 },
        },
      ],
    }),
  }),
  tags: ["!picture"],
};

const sides = [transaction(5, "To savings", -50_000), transaction(5, "From daily", 50_000, { accountId: SAVINGS })];
export const Transfers: StoryObj = {
  ...finance("/finance/classify", {
    "GET /api/finance/transfers/candidates": TransferCandidates.parse({
      items: [
        {
          ...{ from: sides[0], to: { ...sides[1], id: idOf(120) }, fee: 0, score: 73, others: [] },
          reasons: [
            { name: "amount", points: 25, of: 25, words: "The same amount" },
            { name: "dates", points: 20, of: 20, words: "On the same day" },
          ],
        },
      ],
    }),
  }),
  tags: ["!picture"],
};
