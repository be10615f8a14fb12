import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req } from "@nestjs/common";
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiResponse, ApiTags } from "@nestjs/swagger";
import { MAX_RATE_FILE_BYTES } from "@tessera/contracts-finance/limits.ts";
import {
  NewRate,
  RateChanged,
  RateList,
  RatePairQuery,
  RateQuery,
  RatesDeleted,
  RatesImported,
} from "@tessera/contracts-finance/rates.ts";
import { Act } from "@tessera/contracts-finance/values.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses, Subscribed, uploadsOf } from "@tessera/service-kit";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { FILES, READS, WRITES } from "../http/limits.ts";
import { RatesService } from "./rates.service.ts";

const Id = z.uuid();

@ApiTags("rates")
@ApiBearerAuth()
@Controller("api/finance/rates")
@Subscribed()
@RateLimit(READS)
export class RatesController {
  constructor(private readonly rates: RatesService) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: RateList })
  list(@CurrentUser() caller: Caller, @Query({ schema: RateQuery }) query: RateQuery) {
    return this.rates.list(caller, query);
  }

  @Put()
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: RateChanged })
  @Refuses({ 409: "too_many_rates" })
  set(@CurrentUser() caller: Caller, @Body({ schema: NewRate }) rate: NewRate) {
    return this.rates.set(caller, rate);
  }

  @Post("files")
  @RateLimit(FILES)
  @HttpCode(200)
  @Idempotent()
  @ApiConsumes("multipart/form-data")
  @ApiBody({
    schema: { type: "object", required: ["file"], properties: { file: { type: "string", format: "binary" } } },
  })
  @ApiResponse({ status: 200, standardSchema: RatesImported })
  @Refuses({ 400: "no_rates", 409: "too_many_rates", 413: "rate_file_too_large" })
  importFile(@CurrentUser() caller: Caller, @Req() request: FastifyRequest) {
    return this.rates.importFile(caller, uploadsOf(request, { maxBytes: MAX_RATE_FILE_BYTES, maxFiles: 1 }));
  }

  @Delete()
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: RatesDeleted })
  @Refuses({ 404: "rate_not_found" })
  removePair(@CurrentUser() caller: Caller, @Query({ schema: RatePairQuery }) pair: RatePairQuery) {
    return this.rates.removePair(caller, pair);
  }

  @Delete(":id")
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: Act })
  @Refuses({ 404: "rate_not_found" })
  remove(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.rates.remove(caller, id);
  }
}
