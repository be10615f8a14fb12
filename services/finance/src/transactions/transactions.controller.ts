import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post, Query } from "@nestjs/common";
import { ApiBearerAuth, ApiHeader, ApiResponse, ApiTags } from "@nestjs/swagger";
import { History } from "@tessera/contracts-finance/acts.ts";
import { readTransactions } from "@tessera/contracts-finance/api-scopes.ts";
import {
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
} from "@tessera/contracts-finance/transactions.ts";
import { Act } from "@tessera/contracts-finance/values.ts";
import {
  type Caller,
  CurrentUser,
  ForApiTokens,
  Idempotent,
  RateLimit,
  Refuses,
  Subscribed,
} from "@tessera/service-kit";
import { z } from "zod";
import { versionOf } from "../http/if-match.ts";
import { READS, WRITES } from "../http/limits.ts";
import { BulkChanges } from "./bulk-change.ts";
import { TransactionHistory } from "./history.ts";
import { ListTransactions } from "./list-transactions.ts";
import { TransactionsService } from "./transactions.service.ts";

const Id = z.uuid();

@ApiTags("transactions")
@ApiBearerAuth()
@Controller("api/finance/transactions")
@Subscribed()
@RateLimit(READS)
export class TransactionsController {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly lists: ListTransactions,
    private readonly bulks: BulkChanges,
    private readonly histories: TransactionHistory,
  ) {}

  @Get()
  @ForApiTokens(readTransactions)
  @ApiResponse({ status: 200, standardSchema: TransactionPage })
  list(@CurrentUser() caller: Caller, @Query({ schema: TransactionQuery }) query: z.output<typeof TransactionQuery>) {
    return this.lists.page(caller, query);
  }

  @Get("sums")
  @ForApiTokens(readTransactions)
  @ApiResponse({ status: 200, standardSchema: TransactionSums })
  sums(
    @CurrentUser() caller: Caller,
    @Query({ schema: TransactionFilter }) filter: z.output<typeof TransactionFilter>,
  ) {
    return this.lists.sums(caller, filter);
  }

  @Post()
  @RateLimit(WRITES)
  @Idempotent()
  @ApiResponse({ status: 201, standardSchema: TransactionChanged })
  @Refuses({ 400: "splits_differ", 404: "account_not_found or category_not_found" })
  create(@CurrentUser() caller: Caller, @Body({ schema: NewTransaction }) body: z.output<typeof NewTransaction>) {
    return this.transactions.create(caller, body);
  }

  @Post("bulk")
  @RateLimit(WRITES)
  @HttpCode(200)
  @Idempotent()
  @ApiResponse({ status: 200, standardSchema: BulkChanged })
  @Refuses({ 404: "category_not_found" })
  bulk(@CurrentUser() caller: Caller, @Body({ schema: BulkChange }) change: BulkChange) {
    return this.bulks.run(caller, change);
  }

  @Get(":id")
  @ApiResponse({ status: 200, standardSchema: Transaction })
  get(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.transactions.get(caller, id);
  }

  @Get(":id/history")
  @ApiResponse({ status: 200, standardSchema: History })
  history(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.histories.of(caller, id);
  }

  @Patch(":id")
  @ApiHeader({ name: "If-Match", required: true })
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: TransactionChanged })
  @Refuses({
    400: "splits_differ",
    404: "transaction_not_found, account_not_found or category_not_found",
    409: "transaction_reconciled, in_transfer or currencies_differ",
    412: "version_conflict",
  })
  change(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
    @Body({ schema: TransactionPatch }) patch: z.output<typeof TransactionPatch>,
  ) {
    return this.transactions.change(caller, id, versionOf(ifMatch), patch);
  }

  @Delete(":id")
  @ApiHeader({ name: "If-Match", required: true })
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: Act })
  @Refuses({ 404: "transaction_not_found", 409: "transaction_reconciled", 412: "version_conflict" })
  remove(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
  ) {
    return this.transactions.remove(caller, id, versionOf(ifMatch));
  }
}
