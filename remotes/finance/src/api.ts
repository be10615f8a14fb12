import { financeClient } from "@tessera/contracts-finance/client.ts";
import { shell, whenShell } from "@tessera/shell-api";

/** The service of this area, reached with the shell's transport. */
export const finance = financeClient((path, init) => shell().http(path, init));

/** The books can be read offline; changing them needs the connection. */
whenShell(({ offline }) =>
  offline.declare({
    area: "finance",
    keep: [
      { path: "/api/finance/accounts" },
      { path: "/api/finance/accounts/:id/reconciliations" },
      { path: "/api/finance/categories" },
      { path: "/api/finance/payees" },
      { path: "/api/finance/transactions" },
      { path: "/api/finance/transactions/sums" },
      { path: "/api/finance/transactions/:id" },
      { path: "/api/finance/summary" },
      { path: "/api/finance/summary/payees" },
      { path: "/api/finance/recurring" },
      { path: "/api/finance/recurring/forecast" },
      { path: "/api/finance/budgets" },
      { path: "/api/finance/budgets/:id/months/:month" },
      { path: "/api/finance/rules" },
      { path: "/api/finance/rules/suggestions" },
      { path: "/api/finance/transfers" },
      { path: "/api/finance/transfers/candidates" },
      { path: "/api/finance/transfers/refusals" },
      { path: "/api/finance/receipts" },
      { path: "/api/finance/receipts/:id" },
      { path: "/api/finance/receipts/:id/candidates" },
      { path: "/api/items" },
      { path: "/api/items/:id" },
      { path: "/api/finance/imports" },
      { path: "/api/finance/rates" },
      { path: "/api/finance/preferences" },
      { path: "/api/finance/csv-profiles" },
    ],
  }),
);

/** Keys of the query cache; every change may touch balances and sums, so all of them go stale together. */
export const keys = {
  all: ["finance"] as const,
  accounts: ["finance", "accounts"] as const,
  categories: ["finance", "categories"] as const,
  payees: ["finance", "payees"] as const,
  imports: ["finance", "imports"] as const,
  csvProfiles: ["finance", "csv-profiles"] as const,
  rules: ["finance", "rules"] as const,
  suggestions: ["finance", "suggestions"] as const,
  /** Apart from the rest: a preview is of a file that is not in the books, and there is none once it is. */
  preview: ["finance-preview"] as const,
  transfers: (view: string) => ["finance", "transfers", view] as const,
  receipts: (filter: object) => ["finance", "receipts", filter] as const,
  receipt: (id: string) => ["finance", "receipt", id] as const,
  transactionReceipts: (id: string) => ["finance", "transaction-receipts", id] as const,
  receiptCandidates: (id: string) => ["finance", "receipt-candidates", id] as const,
  /** Of the items service: the cards that hold the files of receipts. */
  receiptCards: ["finance", "receipt-cards"] as const,
  receiptCard: (id: string) => ["finance", "receipt-cards", id] as const,
  reconciliation: (account: string, date: string) => ["finance", "reconciliation", account, date] as const,
  reconciliations: (account: string) => ["finance", "reconciliations", account] as const,
  rates: (pair: string) => ["finance", "rates", pair] as const,
  preferences: ["finance", "preferences"] as const,
  budgets: ["finance", "budgets"] as const,
  budgetMonth: (id: string, month: string) => ["finance", "budgets", id, month] as const,
  recurring: ["finance", "recurring"] as const,
  forecast: (query: object) => ["finance", "recurring", "forecast", query] as const,
  payeeSummary: (query: object) => ["finance", "payee-summary", query] as const,
  summary: (query: object) => ["finance", "summary", query] as const,
  transactions: (filter: object) => ["finance", "transactions", filter] as const,
  sums: (filter: object) => ["finance", "sums", filter] as const,
};
