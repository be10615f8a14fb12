import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import {
  NewProvider,
  Provider,
  ProviderChange,
  ProviderCheck,
  ProviderList,
} from "@tessera/contracts-agents/providers.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses } from "@tessera/service-kit";
import { z } from "zod";
import { CHECKS, READS, WRITES } from "../http/limits.ts";
import { CheckProvider } from "./check-provider.ts";
import { ProvidersService } from "./providers.service.ts";

const Id = z.uuid();

/** Without a plan, too: a person can always see and take back the keys that they gave. */
@ApiTags("providers")
@ApiBearerAuth()
@Controller("api/agents/providers")
@RateLimit(READS)
export class ProvidersController {
  constructor(
    private readonly providers: ProvidersService,
    private readonly checks: CheckProvider,
  ) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: ProviderList })
  list(@CurrentUser() caller: Caller) {
    return this.providers.list(caller);
  }

  @Post()
  @RateLimit(WRITES)
  @Idempotent()
  @ApiResponse({ status: 201, standardSchema: Provider })
  @Refuses({
    400: "provider_address_refused",
    402: "plan_limit_reached or not_in_plan",
    409: "provider_name_taken or too_many_providers",
    503: "keys_not_kept",
  })
  create(@CurrentUser() caller: Caller, @Body({ schema: NewProvider }) provider: NewProvider) {
    return this.providers.create(caller, provider);
  }

  @Patch(":id")
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: Provider })
  @Refuses({
    400: "provider_address_refused",
    404: "provider_not_found",
    409: "provider_name_taken or provider_key_needed",
    503: "keys_not_kept",
  })
  change(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: ProviderChange }) change: ProviderChange,
  ) {
    return this.providers.change(caller, id, change);
  }

  @Delete(":id")
  @RateLimit(WRITES)
  @HttpCode(204)
  @Refuses({ 404: "provider_not_found" })
  remove(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.providers.remove(caller, id);
  }

  @Post(":id/check")
  @RateLimit(CHECKS)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: ProviderCheck })
  @Refuses({ 404: "provider_not_found", 409: "provider_key_lost" })
  check(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.checks.check(caller, id);
  }
}
