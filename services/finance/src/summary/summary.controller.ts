import { Controller, Get, Query } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { FinancialSummary, SummaryQuery } from "@tessera/contracts-finance/summary.ts";
import { type Caller, CurrentUser, RateLimit, Subscribed } from "@tessera/service-kit";
import type { z } from "zod";
import { READS } from "../http/limits.ts";
import { Summarise } from "./summarise.ts";

@ApiTags("summary")
@ApiBearerAuth()
@Controller("api/finance/summary")
@Subscribed()
@RateLimit(READS)
export class SummaryController {
  constructor(private readonly summarise: Summarise) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: FinancialSummary })
  get(@CurrentUser() caller: Caller, @Query({ schema: SummaryQuery }) query: z.output<typeof SummaryQuery>) {
    return this.summarise.run(caller, query);
  }
}
