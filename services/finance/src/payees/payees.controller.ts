import { Body, Controller, Get, Headers, HttpCode, Param, Patch, Post, Query } from "@nestjs/common";
import { ApiBearerAuth, ApiHeader, ApiResponse, ApiTags } from "@nestjs/swagger";
import {
  PayeeChanged,
  PayeeDeletion,
  PayeeList,
  PayeeMerge,
  PayeePatch,
  PayeeQuery,
  PayeesDeleted,
  PayeesMerged,
} from "@tessera/contracts-finance/payees.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { z } from "zod";
import { versionOf } from "../http/if-match.ts";
import { READS, WRITES } from "../http/limits.ts";
import { PayeesService } from "./payees.service.ts";

const Id = z.uuid();

@ApiTags("payees")
@ApiBearerAuth()
@Controller("api/finance/payees")
@Subscribed()
@RateLimit(READS)
export class PayeesController {
  constructor(private readonly payees: PayeesService) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: PayeeList })
  list(@CurrentUser() caller: Caller, @Query({ schema: PayeeQuery }) query: z.output<typeof PayeeQuery>) {
    return this.payees.list(caller, query);
  }

  @Patch(":id")
  @ApiHeader({ name: "If-Match", required: true })
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: PayeeChanged })
  @Refuses({ 404: "payee_not_found", 409: "name_taken", 412: "version_conflict" })
  change(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
    @Body({ schema: PayeePatch }) patch: PayeePatch,
  ) {
    return this.payees.change(caller, id, versionOf(ifMatch), patch);
  }

  @Post("merges")
  @RateLimit(WRITES)
  @HttpCode(200)
  @Idempotent()
  @ApiResponse({ status: 200, standardSchema: PayeesMerged })
  @Refuses({ 404: "payee_not_found", 409: "too_many_aliases" })
  merge(@CurrentUser() caller: Caller, @Body({ schema: PayeeMerge }) merge: PayeeMerge) {
    return this.payees.merge(caller, merge);
  }

  @Post("deletions")
  @RateLimit(WRITES)
  @HttpCode(200)
  @Idempotent()
  @ApiResponse({ status: 200, standardSchema: PayeesDeleted })
  removeUnused(@CurrentUser() caller: Caller, @Body({ schema: PayeeDeletion }) deletion: PayeeDeletion) {
    return this.payees.removeUnused(caller, deletion);
  }
}
