import { Body, Controller, Get, Post, Query } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { Problem } from "@tessera/contracts-core/problem.ts";
import {
  NewSampleAreaRecord,
  SampleAreaRecord,
  SampleAreaRecordPage,
  SampleAreaRecordQuery,
} from "@tessera/contracts-sample-area/records.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import type { z } from "zod";
import { RecordsService } from "./records.service.ts";

@ApiTags("sample-area")
@ApiBearerAuth()
@Controller("api/sample-area/records")
@Subscribed()
@RateLimit({ name: "sample-area", limit: 600, windowSeconds: 60, by: "caller" })
export class RecordsController {
  constructor(private readonly records: RecordsService) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: SampleAreaRecordPage })
  list(@CurrentUser() caller: Caller, @Query({ schema: SampleAreaRecordQuery }) query: z.output<typeof SampleAreaRecordQuery>) {
    return this.records.list(caller, query);
  }

  @Post()
  @Idempotent()
  @ApiResponse({ status: 201, standardSchema: SampleAreaRecord })
  @Refuses({ 402: "plan_limit_reached" })
  @ApiResponse({ status: 409, description: "record_title_taken", standardSchema: Problem })
  create(@CurrentUser() caller: Caller, @Body({ schema: NewSampleAreaRecord }) record: NewSampleAreaRecord) {
    return this.records.create(caller, record);
  }
}
