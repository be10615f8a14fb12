import { Body, Controller, Get, Headers, HttpCode, Param, Patch, Post, Query } from "@nestjs/common";
import { ApiBearerAuth, ApiHeader, ApiResponse, ApiTags } from "@nestjs/swagger";
import {
  Forecast,
  ForecastQuery,
  RecurringChanged,
  RecurringList,
  RecurringPatch,
  RecurringSettled,
} from "@tessera/contracts-finance/recurring.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { z } from "zod";
import { versionOf } from "../http/if-match.ts";
import { READS, WRITES } from "../http/limits.ts";
import { ComputeForecast } from "./forecast.ts";
import { RecurringService } from "./recurring.service.ts";

const Id = z.uuid();

@ApiTags("recurring")
@ApiBearerAuth()
@Controller("api/finance/recurring")
@Subscribed()
@RateLimit(READS)
export class RecurringController {
  constructor(
    private readonly recurring: RecurringService,
    private readonly forecasts: ComputeForecast,
  ) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: RecurringList })
  list(@CurrentUser() caller: Caller) {
    return this.recurring.list(caller);
  }

  @Get("forecast")
  @ApiResponse({ status: 200, standardSchema: Forecast })
  forecast(@CurrentUser() caller: Caller, @Query({ schema: ForecastQuery }) query: ForecastQuery) {
    return this.forecasts.run(caller, query);
  }

  @Patch(":id")
  @ApiHeader({ name: "If-Match", required: true })
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: RecurringChanged })
  @Refuses({ 404: "recurring_not_found", 412: "version_conflict" })
  change(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
    @Body({ schema: RecurringPatch }) patch: RecurringPatch,
  ) {
    return this.recurring.change(caller, id, versionOf(ifMatch), patch);
  }

  @Post(":id/settled")
  @RateLimit(WRITES)
  @HttpCode(200)
  @Idempotent()
  @ApiResponse({ status: 200, standardSchema: RecurringChanged })
  @Refuses({ 404: "recurring_not_found", 409: "not_due" })
  settle(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: RecurringSettled }) settled: RecurringSettled,
  ) {
    return this.recurring.settle(caller, id, settled);
  }
}
