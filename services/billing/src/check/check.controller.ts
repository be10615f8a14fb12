import { Controller, Get, Headers } from "@nestjs/common";
import { ApiOkResponse } from "@nestjs/swagger";
import { SubscriptionCheck } from "@tessera/contracts-billing/billing.ts";
import { type Caller, CurrentUser, ForClients } from "@tessera/service-kit";
import { OwnCheck } from "./own-check.ts";

/** Whether the caller may use the product's paid pages. Asked before each of them. */
@Controller("api/stripe")
export class CheckController {
  constructor(private readonly own: OwnCheck) {}

  /** Clients too: the services that they call ask it with their token. */
  @Get("check-subscription")
  @ForClients()
  @ApiOkResponse({ standardSchema: SubscriptionCheck })
  check(@CurrentUser() user: Caller, @Headers("cache-control") cacheControl?: string): Promise<SubscriptionCheck> {
    return this.own.of(user, cacheControl === "no-cache");
  }
}
