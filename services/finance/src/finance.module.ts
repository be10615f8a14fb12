import { Module } from "@nestjs/common";
import { AccountsController } from "./accounts/accounts.controller.ts";
import { AccountsService } from "./accounts/accounts.service.ts";
import { ActsController } from "./acts/acts.controller.ts";
import { Acts } from "./acts/acts.ts";
import { TakeBack } from "./acts/take-back.ts";
import { Undo } from "./acts/undo.ts";
import { UndoInParts } from "./acts/undo-in-parts.ts";
import { FinanceTools } from "./agent-tools/finance-tools.ts";
import { ToolsController } from "./agent-tools/tools.controller.ts";
import { BudgetWrites } from "./budgets/budget-writes.ts";
import { BudgetsController } from "./budgets/budgets.controller.ts";
import { BudgetsService } from "./budgets/budgets.service.ts";
import { CategoriesController } from "./categories/categories.controller.ts";
import { CategoriesService } from "./categories/categories.service.ts";
import { CsvProfilesController } from "./csv-profiles/csv-profiles.controller.ts";
import { CsvProfilesService } from "./csv-profiles/csv-profiles.service.ts";
import { ExportController } from "./export/export.controller.ts";
import { ExportBooks } from "./export/export-books.ts";
import { BankFiles } from "./imports/bank-files.ts";
import { CsvCorrections } from "./imports/correct-csv.ts";
import { ImportsController } from "./imports/imports.controller.ts";
import { ImportsService } from "./imports/imports.service.ts";
import { PlanParts } from "./imports/plan-parts.ts";
import { ImportWriter } from "./imports/write-import.ts";
import { GiveTerms } from "./payees/give-terms.ts";
import { PayeesController } from "./payees/payees.controller.ts";
import { PayeesService } from "./payees/payees.service.ts";
import { PreferencesController } from "./preferences/preferences.controller.ts";
import { PreferencesService } from "./preferences/preferences.service.ts";
import { RatesController } from "./rates/rates.controller.ts";
import { RatesService } from "./rates/rates.service.ts";
import { KeepReceipts } from "./receipts/keep-receipts.ts";
import { MailReceipts } from "./receipts/mail-receipts.ts";
import { ReadTexts } from "./receipts/read-texts.ts";
import { ReceiptCards } from "./receipts/receipt-cards.ts";
import { ReceiptDecisions } from "./receipts/receipt-decisions.ts";
import { ReceiptEntries } from "./receipts/receipt-entries.ts";
import { ReceiptLinks } from "./receipts/receipt-links.ts";
import { ReceiptSteps } from "./receipts/receipt-steps.ts";
import { ReceiptsController } from "./receipts/receipts.controller.ts";
import { ReceiptsService } from "./receipts/receipts.service.ts";
import { ReconciliationsController } from "./reconciliations/reconciliations.controller.ts";
import { ReconciliationsService } from "./reconciliations/reconciliations.service.ts";
import { ComputeForecast } from "./recurring/forecast.ts";
import { LookForRecurring } from "./recurring/look-for-recurring.ts";
import { PaymentDecisions } from "./recurring/payment-decisions.ts";
import { PaymentEntries } from "./recurring/payment-entries.ts";
import { RecurringController } from "./recurring/recurring.controller.ts";
import { RecurringService } from "./recurring/recurring.service.ts";
import { RulesController } from "./rules/rules.controller.ts";
import { RulesService } from "./rules/rules.service.ts";
import { RuleRuns } from "./rules/run-rules.ts";
import { RuleSuggester } from "./rules/suggest-rules.ts";
import { RuleTrials } from "./rules/try-rule.ts";
import { Summarise } from "./summary/summarise.ts";
import { SummarisePayees } from "./summary/summarise-payees.ts";
import { SummaryController } from "./summary/summary.controller.ts";
import { BulkChanges } from "./transactions/bulk-change.ts";
import { TransactionHistory } from "./transactions/history.ts";
import { ListTransactions } from "./transactions/list-transactions.ts";
import { TransactionsController } from "./transactions/transactions.controller.ts";
import { TransactionsService } from "./transactions/transactions.service.ts";
import { TransfersController } from "./transfers/transfers.controller.ts";
import { TransfersService } from "./transfers/transfers.service.ts";

@Module({
  controllers: [
    AccountsController,
    ReconciliationsController,
    CategoriesController,
    PayeesController,
    TransactionsController,
    ActsController,
    ImportsController,
    CsvProfilesController,
    RulesController,
    TransfersController,
    ReceiptsController,
    PreferencesController,
    RatesController,
    SummaryController,
    RecurringController,
    BudgetsController,
    ExportController,
    ToolsController,
  ],
  providers: [
    FinanceTools,
    GiveTerms,
    Acts,
    TakeBack,
    UndoInParts,
    Undo,
    AccountsService,
    ReconciliationsService,
    CategoriesService,
    PayeesService,
    TransactionsService,
    ListTransactions,
    BulkChanges,
    TransactionHistory,
    ImportsService,
    ImportWriter,
    PlanParts,
    BankFiles,
    CsvCorrections,
    CsvProfilesService,
    RulesService,
    RuleRuns,
    RuleTrials,
    RuleSuggester,
    TransfersService,
    ReceiptsService,
    ReceiptLinks,
    ReceiptCards,
    ReceiptSteps,
    ReadTexts,
    KeepReceipts,
    MailReceipts,
    ReceiptEntries,
    ReceiptDecisions,
    PreferencesService,
    RatesService,
    Summarise,
    SummarisePayees,
    RecurringService,
    ComputeForecast,
    LookForRecurring,
    PaymentEntries,
    PaymentDecisions,
    BudgetsService,
    BudgetWrites,
    ExportBooks,
  ],
})
export class FinanceModule {}
