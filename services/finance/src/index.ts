import { listTransactions } from "@tessera/contracts-agents/tools.ts";
import { ENTITLEMENTS } from "@tessera/contracts-billing/define-entitlement.ts";
import { API_SCOPES } from "@tessera/contracts-core/api-scopes.ts";
import { OFFERED_TOOLS, offered } from "@tessera/contracts-core/offered-tools.ts";
import { readTransactions } from "@tessera/contracts-finance/api-scopes.ts";
import { accounts } from "@tessera/contracts-finance/entitlements.ts";
import contract from "@tessera/contracts-finance/package.json" with { type: "json" };
import { ITEM_TYPES } from "@tessera/contracts-items/item-type.ts";
import type { ServiceDefinition } from "@tessera/service-kit";
import books from "../migrations/001-books.sql";
import imports from "../migrations/002-imports.sql";
import rules from "../migrations/003-rules.sql";
import transfers from "../migrations/004-transfers.sql";
import budgets from "../migrations/010-budgets.sql";
import csvProfiles from "../migrations/020-csv-profiles.sql";
import reconciliations from "../migrations/021-reconciliations.sql";
import receipts from "../migrations/030-receipts.sql";
import search from "../migrations/040-search.sql";
import sums from "../migrations/041-sums.sql";
import receiptEntries from "../migrations/042-receipt-entries.sql";
import originalAmounts from "../migrations/043-original-amounts.sql";
import monthSums from "../migrations/044-month-sums.sql";
import rates from "../migrations/045-rates.sql";
import payeeSums from "../migrations/046-payee-sums.sql";
import recurring from "../migrations/047-recurring.sql";
import transferParts from "../migrations/048-transfer-parts.sql";
import importPieces from "../migrations/049-import-pieces.sql";
import importParts from "../migrations/050-import-parts.sql";
import mailReceipts from "../migrations/051-mail-receipts.sql";
import monthTotals from "../migrations/052-month-totals.sql";
import importUndo from "../migrations/053-import-undo.sql";
import countedAgain from "../migrations/054-counted-again.sql";
import { receiptCard } from "./receipts/receipt-card.ts";

const own = { owner: "user_id" };

/** The books of each person: accounts, transactions, categories, payees. */
export const financeService: ServiceDefinition = {
  name: "finance",
  title: "Finance",
  contract: contract.version,
  module: { load: async () => (await import("./finance.module.ts")).FinanceModule },
  schema: "finance",
  migrations: [
    { name: "001-books", sql: books },
    { name: "002-imports", sql: imports },
    { name: "003-rules", sql: rules },
    { name: "004-transfers", sql: transfers },
    { name: "010-budgets", sql: budgets },
    { name: "020-csv-profiles", sql: csvProfiles },
    { name: "021-reconciliations", sql: reconciliations },
    { name: "030-receipts", sql: receipts },
    { name: "040-search", sql: search },
    { name: "041-sums", sql: sums },
    { name: "042-receipt-entries", sql: receiptEntries },
    { name: "043-original-amounts", sql: originalAmounts },
    { name: "044-month-sums", sql: monthSums },
    { name: "045-rates", sql: rates },
    { name: "046-payee-sums", sql: payeeSums },
    { name: "047-recurring", sql: recurring },
    { name: "048-transfer-parts", sql: transferParts },
    { name: "049-import-pieces", sql: importPieces },
    { name: "050-import-parts", sql: importParts },
    { name: "051-mail-receipts", sql: mailReceipts },
    { name: "052-month-totals", sql: monthTotals },
    { name: "053-import-undo", sql: importUndo },
    { name: "054-counted-again", sql: countedAgain },
  ],
  // In the order in which rows are erased: what refers to others first.
  tables: [
    {
      table: "bank_import_piece",
      about: "CSV files that you read, so that they can be read another way until they are imported.",
      personal: own,
    },
    {
      table: "bank_import_part",
      about: "What of a large file is still to be brought into your books.",
      personal: own,
    },
    {
      table: "bank_import",
      about: "Bank files that you read, and what came of them.",
      personal: own,
      live: { key: "id", columns: ["id", "user_id"] },
      keep: { since: "unused_since", days: 14 },
    },
    {
      table: "csv_profile",
      about: "How the CSV files of your banks are read.",
      personal: own,
      live: { key: "id", columns: ["id", "user_id", "version"] },
    },
    {
      table: "receipt_entry",
      about: "Receipts that waited for you in the queue, and what you decided about them.",
      personal: own,
    },
    { table: "receipt_link", about: "Which receipt belongs to which transaction.", personal: own },
    {
      table: "receipt_refusal",
      about: "Transactions that you said are not those of a receipt.",
      personal: own,
    },
    {
      table: "receipt",
      about:
        "What your receipts, and mails that may be one, say, as it was read and as you corrected it; the files are with their cards.",
      personal: own,
      live: { key: "id", columns: ["id", "user_id", "version"] },
    },
    {
      table: "transfer",
      about: "Transactions that are one transfer between your accounts: two, or one with several that add up to it.",
      personal: own,
    },
    { table: "transfer_refusal", about: "Transactions that you said are no transfer.", personal: own },
    {
      table: "recurring_entry",
      about: "Payments that waited for you in the queue, and what you decided about them.",
      personal: own,
    },
    {
      table: "recurring_settled",
      about: "Recurring payments that you said were made, or are left out.",
      personal: own,
      live: { key: "id", columns: ["id", "user_id", "recurring_id"] },
    },
    {
      table: "recurring",
      about: "Payments of yours that come again and again, as they were found and as you corrected them.",
      personal: own,
      live: { key: "id", columns: ["id", "user_id", "version"] },
    },
    {
      table: "recurring_look",
      about: "Payees whose transactions changed since payments that recur were looked for.",
      personal: own,
    },
    {
      table: "budget_cell",
      about: "What you budgeted for a category in a month.",
      personal: own,
      live: { key: "id", columns: ["id", "user_id", "budget_id", "month"] },
    },
    {
      table: "budget_hold",
      about: "What you kept of a month for the next one.",
      personal: own,
      live: { key: "id", columns: ["id", "user_id", "budget_id", "month"] },
    },
    {
      table: "budget",
      about: "Your budgets, one for each currency.",
      personal: own,
      live: { key: "id", columns: ["id", "user_id", "version"] },
    },
    {
      table: "rule",
      about: "Your rules: what they look for in a transaction, and what they set.",
      personal: own,
      live: { key: "id", columns: ["id", "user_id", "version"] },
    },
    { table: "rule_version", about: "Your rules as they were each time you saved them.", personal: own },
    { table: "rule_refusal", about: "Suggested rules that you did not want.", personal: own },
    { table: "rule_effect", about: "Which rule set which field of a transaction.", personal: own },
    {
      table: "transaction",
      about: "Your transactions; amounts are in the smallest unit of the account's currency.",
      personal: own,
      live: { key: "id", columns: ["id", "user_id", "account_id", "version"] },
    },
    {
      table: "reconciliation",
      about: "Statements of your banks that your accounts agreed with.",
      personal: own,
      live: { key: "id", columns: ["id", "user_id", "account_id"] },
    },
    { table: "split", about: "The parts of your transactions, with their categories.", personal: own },
    { table: "month_sum", about: "What each month of your accounts adds up to, by category.", personal: own },
    { table: "payee_sum", about: "What each month of your accounts adds up to, by payee.", personal: own },
    { table: "month_total", about: "What each month of your accounts adds up to, and its transfers.", personal: own },
    { table: "rate", about: "Exchange rates that you gave, or that a file of yours says.", personal: own },
    {
      table: "preference",
      about: "On which day your months begin, and how early you are reminded of payments.",
      personal: own,
    },
    {
      table: "payee",
      about: "Whom you pay and who pays you, and how banks write them.",
      personal: own,
      live: { key: "id", columns: ["id", "user_id", "version"] },
    },
    {
      table: "category",
      about: "Your categories of income and expense.",
      personal: own,
      live: { key: "id", columns: ["id", "user_id", "version"] },
    },
    {
      table: "account",
      about: "Your accounts.",
      personal: own,
      live: { key: "id", columns: ["id", "user_id", "version"] },
    },
    {
      table: "change",
      about: "What each act did to your books, with what was there before: what an undo reads.",
      personal: own,
    },
    { table: "act", about: "What was done to your books, by whom and when.", personal: own },
  ],
  contributes: {
    ...{ [ENTITLEMENTS]: [accounts], [ITEM_TYPES]: [receiptCard] },
    ...{ [API_SCOPES]: [readTransactions], [OFFERED_TOOLS]: [offered(listTransactions, readTransactions)] },
  },
};
