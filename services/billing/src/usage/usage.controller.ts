import { Body, Controller, Get, Put, Query } from "@nestjs/common";
import { ApiOkResponse } from "@nestjs/swagger";
import { OwnLimits, Usage, UsageQuery, UseList, UseQuery } from "@tessera/contracts-billing/usage.ts";
import { type Caller, Clock, CurrentUser, RateLimit, Refuses } from "@tessera/service-kit";
import { monthOf } from "./months.ts";
import { ReadUsage } from "./read-usage.ts";
import { SetLimits } from "./set-limits.ts";

@Controller("api/billing/usage")
@RateLimit({ limit: 240, windowSeconds: 60, by: "caller" })
export class UsageController {
  constructor(
    private readonly usage: ReadUsage,
    private readonly limits: SetLimits,
    private readonly clock: Clock,
  ) {}

  @Get()
  @ApiOkResponse({ standardSchema: Usage })
  month(@CurrentUser() user: Caller, @Query({ schema: UsageQuery }) { month }: UsageQuery): Promise<Usage> {
    return this.usage.month(user, month);
  }

  @Get("uses")
  @ApiOkResponse({ standardSchema: UseList })
  uses(@CurrentUser() user: Caller, @Query({ schema: UseQuery }) query: UseQuery): Promise<UseList> {
    return this.usage.uses(user, query);
  }

  @Put("limits")
  @Refuses({ 404: "meter_not_found", 409: "held_by_plan" })
  @ApiOkResponse({ standardSchema: Usage })
  async limit(@CurrentUser() user: Caller, @Body({ schema: OwnLimits }) limits: OwnLimits): Promise<Usage> {
    await this.limits.set(user, limits);
    return this.usage.month(user, monthOf(this.clock.now()));
  }
}
