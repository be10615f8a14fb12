import { download, type RequestOptions, request, type Transport, withQuery } from "@tessera/contracts-core/client.ts";
import type { AccountChanged, AccountList, AccountPatch, NewAccount } from "./accounts.ts";
import type { ActList, History, Undone } from "./acts.ts";
import type {
  BudgetCells,
  BudgetChanged,
  BudgetFill,
  BudgetHold,
  BudgetList,
  BudgetMonth,
  BudgetMove,
  BudgetPatch,
  BudgetWritten,
  NewBudget,
} from "./budgets.ts";
import type { CategoryChanged, CategoryList, CategoryPatch, NewCategory } from "./categories.ts";
import type {
  CsvCorrected,
  CsvCorrection,
  CsvProfileChanged,
  CsvProfileList,
  CsvProfilePatch,
  CsvReading,
  CsvTrial,
} from "./csv-profiles.ts";
import type { ExportQuery } from "./export.ts";
import type { BankImport, ImportCommit, ImportDone, ImportList, ImportPreview, PreviewQuery } from "./imports.ts";
import type {
  PayeeChanged,
  PayeeDeletion,
  PayeeList,
  PayeeMerge,
  PayeePatch,
  PayeeQuery,
  PayeesDeleted,
  PayeesMerged,
} from "./payees.ts";
import type { FinancePreferences, FinancePreferencesChanged } from "./preferences.ts";
import type { NewRate, RateChanged, RateList, RatePairQuery, RateQuery, RatesDeleted, RatesImported } from "./rates.ts";
import type {
  Receipt,
  ReceiptCandidates,
  ReceiptChanged,
  ReceiptDismissed,
  ReceiptLink,
  ReceiptPage,
  ReceiptPatch,
  ReceiptQuery,
  ReceiptsMatched,
} from "./receipts.ts";
import type { NewReconciliation, Reconciled, ReconciliationList, ReconciliationStart } from "./reconciliations.ts";
import type {
  Forecast,
  ForecastQuery,
  RecurringChanged,
  RecurringList,
  RecurringPatch,
  RecurringSettled,
} from "./recurring.ts";
import type {
  NewRule,
  RefuseSuggestion,
  RuleChanged,
  RuleList,
  RulePatch,
  RuleRan,
  RuleRun,
  RuleSuggestions,
  RuleTrial,
  RuleTried,
  RuleVersions,
} from "./rules.ts";
import type { FinancialSummary, PayeeSummary, PayeeSummaryQuery, SummaryQuery } from "./summary.ts";
import type {
  BulkChange,
  BulkChanged,
  NewTransaction,
  Transaction,
  TransactionChanged,
  TransactionFilter,
  TransactionPage,
  TransactionPatch,
  TransactionQuery,
  TransactionSums,
} from "./transactions.ts";
import type {
  TransferCandidates,
  TransferLinked,
  TransferList,
  TransferPair,
  TransferRefusals,
  TransfersMatched,
} from "./transfers.ts";

const BASE = "/api/finance";
const ifMatch = (version: number) => ({ headers: { "if-match": `"${version}"` } });

/** Every change answers its act, which `undo` takes. All reject with ProblemError. */
export const financeClient = (transport: Transport) => {
  const get = <T>(path: string, query: object = {}, signal?: AbortSignal) =>
    request<T>(transport, "GET", `${BASE}${path}`, { query: query as Record<string, string>, signal });
  const send = <T>(method: string, path: string, options: Parameters<typeof request>[3]) =>
    request<T>(transport, method, `${BASE}${path}`, options);
  return {
    accounts: (signal?: AbortSignal) => get<AccountList>("/accounts", {}, signal),
    createAccount: (account: NewAccount, idempotencyKey: string) =>
      send<AccountChanged>("POST", "/accounts", { json: account, idempotencyKey }),
    changeAccount: (id: string, version: number, patch: AccountPatch) =>
      send<AccountChanged>("PATCH", `/accounts/${id}`, { json: patch, ...ifMatch(version) }),
    /** With all its transactions. */
    deleteAccount: (id: string, version: number) =>
      send<{ act: string }>("DELETE", `/accounts/${id}`, ifMatch(version)),
    /** What a statement of this day is compared with. */
    reconciliation: (account: string, date: string | undefined, signal?: AbortSignal) =>
      get<ReconciliationStart>(`/accounts/${account}/reconciliation`, date ? { date } : {}, signal),
    reconciliations: (account: string, signal?: AbortSignal) =>
      get<ReconciliationList>(`/accounts/${account}/reconciliations`, {}, signal),
    reconcile: (account: string, statement: NewReconciliation, idempotencyKey: string) =>
      send<Reconciled>("POST", `/accounts/${account}/reconciliations`, { json: statement, idempotencyKey }),

    categories: (signal?: AbortSignal) => get<CategoryList>("/categories", {}, signal),
    createCategory: (category: NewCategory, idempotencyKey: string) =>
      send<CategoryChanged>("POST", "/categories", { json: category, idempotencyKey }),
    changeCategory: (id: string, version: number, patch: CategoryPatch) =>
      send<CategoryChanged>("PATCH", `/categories/${id}`, { json: patch, ...ifMatch(version) }),
    /** What had it has none then; its children go one level up. */
    deleteCategory: (id: string, version: number) =>
      send<{ act: string }>("DELETE", `/categories/${id}`, ifMatch(version)),

    payees: (query: PayeeQuery = {}, signal?: AbortSignal) => get<PayeeList>("/payees", query, signal),
    changePayee: (id: string, version: number, patch: PayeePatch) =>
      send<PayeeChanged>("PATCH", `/payees/${id}`, { json: patch, ...ifMatch(version) }),
    mergePayees: (merge: PayeeMerge, idempotencyKey: string) =>
      send<PayeesMerged>("POST", "/payees/merges", { json: merge, idempotencyKey }),
    /** Those alone that no transaction has. */
    deletePayees: (deletion: PayeeDeletion, idempotencyKey: string) =>
      send<PayeesDeleted>("POST", "/payees/deletions", { json: deletion, idempotencyKey }),

    transactions: (query: TransactionQuery, signal?: AbortSignal) =>
      get<TransactionPage>("/transactions", query, signal),
    sums: (filter: TransactionFilter, signal?: AbortSignal) =>
      get<TransactionSums>("/transactions/sums", filter, signal),
    transaction: (id: string, signal?: AbortSignal) => get<Transaction>(`/transactions/${id}`, {}, signal),
    history: (id: string, signal?: AbortSignal) => get<History>(`/transactions/${id}/history`, {}, signal),
    createTransaction: (transaction: NewTransaction, idempotencyKey: string) =>
      send<TransactionChanged>("POST", "/transactions", { json: transaction, idempotencyKey }),
    changeTransaction: (id: string, version: number, patch: TransactionPatch) =>
      send<TransactionChanged>("PATCH", `/transactions/${id}`, { json: patch, ...ifMatch(version) }),
    deleteTransaction: (id: string, version: number) =>
      send<{ act: string }>("DELETE", `/transactions/${id}`, ifMatch(version)),
    bulk: (change: BulkChange, idempotencyKey: string) =>
      send<BulkChanged>("POST", "/transactions/bulk", { json: change, idempotencyKey }),

    rules: (signal?: AbortSignal) => get<RuleList>("/rules", {}, signal),
    createRule: (rule: NewRule, idempotencyKey: string) =>
      send<RuleChanged>("POST", "/rules", { json: rule, idempotencyKey }),
    changeRule: (id: string, version: number, patch: RulePatch) =>
      send<RuleChanged>("PATCH", `/rules/${id}`, { json: patch, ...ifMatch(version) }),
    deleteRule: (id: string, version: number) => send<{ act: string }>("DELETE", `/rules/${id}`, ifMatch(version)),
    ruleVersions: (id: string, signal?: AbortSignal) => get<RuleVersions>(`/rules/${id}/versions`, {}, signal),
    /** Writes nothing. */
    tryRule: (trial: RuleTrial, signal?: AbortSignal) =>
      send<RuleTried>("POST", "/rules/trials", { json: trial, signal }),
    runRules: (run: RuleRun, idempotencyKey: string) =>
      send<RuleRan>("POST", "/rules/runs", { json: run, idempotencyKey }),
    ruleSuggestions: (signal?: AbortSignal) => get<RuleSuggestions>("/rules/suggestions", {}, signal),
    refuseSuggestion: (refused: RefuseSuggestion, idempotencyKey: string) =>
      send<{ act: string }>("POST", "/rules/suggestions/refusals", { json: refused, idempotencyKey }),

    transferCandidates: (signal?: AbortSignal) => get<TransferCandidates>("/transfers/candidates", {}, signal),
    transfers: (signal?: AbortSignal) => get<TransferList>("/transfers", {}, signal),
    transferRefusals: (signal?: AbortSignal) => get<TransferRefusals>("/transfers/refusals", {}, signal),
    linkTransfer: (pair: TransferPair, idempotencyKey: string) =>
      send<TransferLinked>("POST", "/transfers", { json: pair, idempotencyKey }),
    refuseTransfer: (pair: TransferPair, idempotencyKey: string) =>
      send<{ act: string }>("POST", "/transfers/refusals", { json: pair, idempotencyKey }),
    /** Links what is clear. */
    matchTransfers: (idempotencyKey: string) =>
      send<TransfersMatched>("POST", "/transfers/matches", { idempotencyKey }),
    unlinkTransfer: (id: string) => send<{ act: string }>("DELETE", `/transfers/${id}`, {}),
    /** The pair is offered again. */
    deleteTransferRefusal: (id: string) => send<{ act: string }>("DELETE", `/transfers/refusals/${id}`, {}),

    receipts: (query: ReceiptQuery = {}, signal?: AbortSignal) => get<ReceiptPage>("/receipts", query, signal),
    receipt: (id: string, signal?: AbortSignal) => get<Receipt>(`/receipts/${id}`, {}, signal),
    /** Transactions that it may belong to, the best first. */
    receiptCandidates: (id: string, signal?: AbortSignal) =>
      get<ReceiptCandidates>(`/receipts/${id}/candidates`, {}, signal),
    changeReceipt: (id: string, version: number, patch: ReceiptPatch) =>
      send<ReceiptChanged>("PATCH", `/receipts/${id}`, { json: patch, ...ifMatch(version) }),
    /** Another link of it is replaced. */
    linkReceipt: (id: string, link: ReceiptLink) => send<ReceiptChanged>("PUT", `/receipts/${id}/link`, { json: link }),
    unlinkReceipt: (id: string) => send<ReceiptChanged>("DELETE", `/receipts/${id}/link`, {}),
    /** This transaction is not offered again. */
    refuseReceipt: (id: string, link: ReceiptLink, idempotencyKey: string) =>
      send<ReceiptChanged>("POST", `/receipts/${id}/refusals`, { json: link, idempotencyKey }),
    /** Links what is clear. */
    dismissReceipt: (id: string) => send<ReceiptDismissed>("DELETE", `/receipts/${id}`, {}),
    matchReceipts: (idempotencyKey: string) => send<ReceiptsMatched>("POST", "/receipts/matches", { idempotencyKey }),

    rates: (query: RateQuery = {}, signal?: AbortSignal) => get<RateList>("/rates", query, signal),
    setRate: (rate: NewRate) => send<RateChanged>("PUT", "/rates", { json: rate }),
    /** Field `file`. */
    importRates: (file: FormData, idempotencyKey: string) =>
      send<RatesImported>("POST", "/rates/files", { body: file, idempotencyKey }),
    deleteRate: (id: string) => send<{ act: string }>("DELETE", `/rates/${id}`, {}),
    deleteRates: (pair: RatePairQuery) => send<RatesDeleted>("DELETE", "/rates", { query: pair }),

    preferences: (signal?: AbortSignal) => get<FinancePreferences>("/preferences", {}, signal),
    setPreferences: (preferences: FinancePreferences) =>
      send<FinancePreferencesChanged>("PUT", "/preferences", { json: preferences }),

    summary: (query: SummaryQuery, signal?: AbortSignal) => get<FinancialSummary>("/summary", query, signal),
    payeeSummary: (query: PayeeSummaryQuery, signal?: AbortSignal) =>
      get<PayeeSummary>("/summary/payees", query, signal),
    forecast: (query: ForecastQuery = {}, signal?: AbortSignal) => get<Forecast>("/recurring/forecast", query, signal),

    recurring: (signal?: AbortSignal) => get<RecurringList>("/recurring", {}, signal),
    /** Confirms it, ignores it or changes it. */
    changeRecurring: (id: string, version: number, patch: RecurringPatch) =>
      send<RecurringChanged>("PATCH", `/recurring/${id}`, { json: patch, ...ifMatch(version) }),
    settleRecurring: (id: string, settled: RecurringSettled, idempotencyKey: string) =>
      send<RecurringChanged>("POST", `/recurring/${id}/settled`, { json: settled, idempotencyKey }),

    budgets: (signal?: AbortSignal) => get<BudgetList>("/budgets", {}, signal),
    createBudget: (budget: NewBudget, idempotencyKey: string) =>
      send<BudgetChanged>("POST", "/budgets", { json: budget, idempotencyKey }),
    changeBudget: (id: string, version: number, patch: BudgetPatch) =>
      send<BudgetChanged>("PATCH", `/budgets/${id}`, { json: patch, ...ifMatch(version) }),
    /** With all that was budgeted; transactions stay. */
    deleteBudget: (id: string, version: number) => send<{ act: string }>("DELETE", `/budgets/${id}`, ifMatch(version)),
    budgetMonth: (id: string, month: string, signal?: AbortSignal) =>
      get<BudgetMonth>(`/budgets/${id}/months/${month}`, {}, signal),
    setBudget: (id: string, cells: BudgetCells) => send<BudgetWritten>("PUT", `/budgets/${id}/cells`, { json: cells }),
    fillBudget: (id: string, fill: BudgetFill, idempotencyKey: string) =>
      send<BudgetWritten>("POST", `/budgets/${id}/fills`, { json: fill, idempotencyKey }),
    moveBudget: (id: string, move: BudgetMove, idempotencyKey: string) =>
      send<BudgetWritten>("POST", `/budgets/${id}/moves`, { json: move, idempotencyKey }),
    holdBudget: (id: string, hold: BudgetHold) => send<BudgetWritten>("PUT", `/budgets/${id}/holds`, { json: hold }),

    /** A file; `exportFileName` names it. */
    exportFile: (query: ExportQuery, signal?: AbortSignal) =>
      download<Blob>(transport, withQuery(`${BASE}/export`, query), signal),

    acts: (signal?: AbortSignal) => get<ActList>("/acts", {}, signal),
    undo: (act: string) => send<Undone>("POST", `/acts/${act}/undo`, {}),

    /** Field `file`. */
    readFile: (
      file: FormData,
      idempotencyKey: string,
      options: Pick<RequestOptions, "signal" | "onUploadProgress"> = {},
    ) => send<BankImport>("POST", "/imports", { body: file, idempotencyKey, ...options }),
    imports: (signal?: AbortSignal) => get<ImportList>("/imports", {}, signal),
    bankImport: (id: string, signal?: AbortSignal) => get<BankImport>(`/imports/${id}`, {}, signal),
    /** Writes nothing. */
    tryCsv: (id: string, trial: CsvTrial, signal?: AbortSignal) =>
      send<CsvReading>("POST", `/imports/${id}/csv/trials`, { json: trial, signal }),
    correctCsv: (id: string, correction: CsvCorrection) =>
      send<CsvCorrected>("PUT", `/imports/${id}/csv`, { json: correction }),
    csvProfiles: (signal?: AbortSignal) => get<CsvProfileList>("/csv-profiles", {}, signal),
    changeCsvProfile: (id: string, version: number, patch: CsvProfilePatch) =>
      send<CsvProfileChanged>("PATCH", `/csv-profiles/${id}`, { json: patch, ...ifMatch(version) }),
    deleteCsvProfile: (id: string, version: number) =>
      send<{ act: string }>("DELETE", `/csv-profiles/${id}`, ifMatch(version)),
    preview: (id: string, query: PreviewQuery, signal?: AbortSignal) =>
      get<ImportPreview>(`/imports/${id}/preview`, query, signal),
    commit: (id: string, commit: ImportCommit, idempotencyKey: string) =>
      send<ImportDone>("POST", `/imports/${id}/commit`, { json: commit, idempotencyKey }),
    stopImport: (id: string) => send<BankImport>("POST", `/imports/${id}/stop`, {}),
  };
};
