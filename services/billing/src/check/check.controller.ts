import { Controller, Get, Inject } from "@nestjs/common";
import { ApiOkResponse } from "@nestjs/swagger";
import { SubscriptionCheck } from "@tessera/contracts-billing/billing.ts";
import { type Caller, Clock, CurrentUser, ForClients } from "@tessera/service-kit";
import { AccountStore } from "../account/account-store.ts";
import { BILLING_CONFIG, type BillingConfig } from "../billing.config.ts";
import { Entitlements } from "../entitlements/entitlements.ts";
import { checkOf, isInternal, openedCheck } from "./billing-status.ts";

/** Whether the caller may use the product's paid pages. Asked before each of them: one row is read, no provider is called. */
@Controller("api/stripe")
export class CheckController {
  constructor(
    private readonly accounts: AccountStore,
    private readonly clock: Clock,
    private readonly entitlements: Entitlements,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /** Clients too: the services that they call ask it with their token. */
  @Get("check-subscription")
  @ForClients()
  @ApiOkResponse({ standardSchema: SubscriptionCheck })
  async check(@CurrentUser() user: Caller): Promise<SubscriptionCheck> {
    const check = checkOf(await this.accounts.own(user.userId), this.clock.now(), this.config.grace);
    return isInternal(user.email, this.config.internalDomain)
      ? openedCheck(check, this.entitlements.unlimited())
      : { ...check, entitlements: this.entitlements.of(check.planId) };
  }
}
