import { Controller, Get, Query } from "@nestjs/common";
import { ApiOperation } from "@nestjs/swagger";
import { JobNumbers, NumbersQuery } from "@tessera/contracts-queue/schedules.ts";
import { type Caller, CurrentUser, RateLimit, Refuses } from "@tessera/service-kit";
import type { z } from "zod";
import { Administration } from "../administration.ts";
import { Tagged } from "../entity-tag.interceptor.ts";
import { Numbers } from "./numbers.ts";

@Controller("api/queue/numbers")
export class NumbersController {
  constructor(
    private readonly administration: Administration,
    private readonly numbers: Numbers,
  ) {}

  /** Counts every job of the time that is asked for: not for a page that asks each second. */
  @Get()
  @RateLimit({ name: "queue-numbers", limit: 30, windowSeconds: 60, by: "caller" })
  @ApiOperation({ summary: "How many jobs of everybody ended, failed and waited; for administrators" })
  @Refuses({ 403: "background_work_administrators_only" })
  @Tagged(JobNumbers)
  count(@CurrentUser() caller: Caller, @Query({ schema: NumbersQuery }) { span }: z.output<typeof NumbersQuery>) {
    this.administration.check(caller);
    return this.numbers.count(span);
  }
}
