import { Module } from "@nestjs/common";
import { AccountsController } from "./accounts/accounts.controller.ts";
import { AccountsService } from "./accounts/accounts.service.ts";
import { ActsController } from "./acts/acts.controller.ts";
import { Acts } from "./acts/acts.ts";
import { Undo } from "./acts/undo.ts";
import { CategoriesController } from "./categories/categories.controller.ts";
import { CategoriesService } from "./categories/categories.service.ts";
import { ImportsController } from "./imports/imports.controller.ts";
import { ImportsService } from "./imports/imports.service.ts";
import { PayeesController } from "./payees/payees.controller.ts";
import { PayeesService } from "./payees/payees.service.ts";
import { BulkChanges } from "./transactions/bulk-change.ts";
import { TransactionHistory } from "./transactions/history.ts";
import { ListTransactions } from "./transactions/list-transactions.ts";
import { TransactionsController } from "./transactions/transactions.controller.ts";
import { TransactionsService } from "./transactions/transactions.service.ts";

@Module({
  controllers: [
    AccountsController,
    CategoriesController,
    PayeesController,
    TransactionsController,
    ActsController,
    ImportsController,
  ],
  providers: [
    Acts,
    Undo,
    AccountsService,
    CategoriesService,
    PayeesService,
    TransactionsService,
    ListTransactions,
    BulkChanges,
    TransactionHistory,
    ImportsService,
  ],
})
export class FinanceModule {}
