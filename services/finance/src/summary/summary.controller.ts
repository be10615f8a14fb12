import { Controller, Get, Query } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { readTransactions } from "@tessera/contracts-finance/api-scopes.ts";
import { FinancialSummary, PayeeSummary, PayeeSummaryQuery, SummaryQuery } from "@tessera/contracts-finance/summary.ts";
import { type Caller, CurrentUser, ForApiTokens, RateLimit, Subscribed } from "@tessera/service-kit";
import type { z } from "zod";
import { READS } from "../http/limits.ts";
import { Summarise } from "./summarise.ts";
import { SummarisePayees } from "./summarise-payees.ts";

@ApiTags("summary")
@ApiBearerAuth()
@Controller("api/finance/summary")
@Subscribed()
@RateLimit(READS)
export class SummaryController {
  constructor(
    private readonly summarise: Summarise,
    private readonly summarisePayees: SummarisePayees,
  ) {}

  @Get()
  @ForApiTokens(readTransactions)
  @ApiResponse({ status: 200, standardSchema: FinancialSummary })
  get(@CurrentUser() caller: Caller, @Query({ schema: SummaryQuery }) query: z.output<typeof SummaryQuery>) {
    return this.summarise.run(caller, query);
  }

  @Get("payees")
  @ForApiTokens(readTransactions)
  @ApiResponse({ status: 200, standardSchema: PayeeSummary })
  payees(@CurrentUser() caller: Caller, @Query({ schema: PayeeSummaryQuery }) query: PayeeSummaryQuery) {
    return this.summarisePayees.run(caller, query);
  }
}
