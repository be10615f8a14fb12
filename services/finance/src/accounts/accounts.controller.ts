import { Body, Controller, Delete, Get, Headers, Param, Patch, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiHeader, ApiResponse, ApiTags } from "@nestjs/swagger";
import { AccountChanged, AccountList, AccountPatch, NewAccount } from "@tessera/contracts-finance/accounts.ts";
import { Act } from "@tessera/contracts-finance/values.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { z } from "zod";
import { versionOf } from "../http/if-match.ts";
import { READS, WRITES } from "../http/limits.ts";
import { AccountsService } from "./accounts.service.ts";

const Id = z.uuid();

@ApiTags("accounts")
@ApiBearerAuth()
@Controller("api/finance/accounts")
@Subscribed()
@RateLimit(READS)
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: AccountList })
  list(@CurrentUser() caller: Caller) {
    return this.accounts.list(caller);
  }

  @Post()
  @RateLimit(WRITES)
  @Idempotent()
  @ApiResponse({ status: 201, standardSchema: AccountChanged })
  @Refuses({ 402: "plan_limit_reached or not_in_plan", 409: "name_taken" })
  create(@CurrentUser() caller: Caller, @Body({ schema: NewAccount }) account: z.output<typeof NewAccount>) {
    return this.accounts.create(caller, account);
  }

  @Patch(":id")
  @ApiHeader({ name: "If-Match", required: true })
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: AccountChanged })
  @Refuses({ 404: "account_not_found", 409: "name_taken", 412: "version_conflict" })
  change(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
    @Body({ schema: AccountPatch }) patch: z.output<typeof AccountPatch>,
  ) {
    return this.accounts.change(caller, id, versionOf(ifMatch), patch);
  }

  @Delete(":id")
  @ApiHeader({ name: "If-Match", required: true })
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: Act })
  @Refuses({ 404: "account_not_found", 412: "version_conflict" })
  remove(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
  ) {
    return this.accounts.remove(caller, id, versionOf(ifMatch));
  }
}
