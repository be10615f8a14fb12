import { Body, Controller, Get, Param, Post, Query } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import {
  NewReconciliation,
  Reconciled,
  ReconciliationList,
  ReconciliationQuery,
  ReconciliationStart,
} from "@tessera/contracts-finance/reconciliations.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { z } from "zod";
import { READS, WRITES } from "../http/limits.ts";
import { ReconciliationsService } from "./reconciliations.service.ts";

const Id = z.uuid();

@ApiTags("reconciliations")
@ApiBearerAuth()
@Controller("api/finance/accounts/:id")
@Subscribed()
@RateLimit(READS)
export class ReconciliationsController {
  constructor(private readonly reconciliations: ReconciliationsService) {}

  @Get("reconciliation")
  @ApiResponse({ status: 200, standardSchema: ReconciliationStart })
  @Refuses({ 404: "account_not_found" })
  start(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Query({ schema: ReconciliationQuery }) { date }: z.output<typeof ReconciliationQuery>,
  ) {
    return this.reconciliations.start(caller, id, date);
  }

  @Get("reconciliations")
  @ApiResponse({ status: 200, standardSchema: ReconciliationList })
  @Refuses({ 404: "account_not_found" })
  list(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.reconciliations.list(caller, id);
  }

  @Post("reconciliations")
  @RateLimit(WRITES)
  @Idempotent()
  @ApiResponse({ status: 201, standardSchema: Reconciled })
  @Refuses({ 404: "account_not_found", 409: "reconciliation_differs or statement_dated" })
  finish(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: NewReconciliation }) statement: z.output<typeof NewReconciliation>,
  ) {
    return this.reconciliations.finish(caller, id, statement);
  }
}
