import { Body, Controller, HttpCode, HttpStatus, Post, UseInterceptors } from "@nestjs/common";
import { ApiOkResponse } from "@nestjs/swagger";
import { BillingOverview, ConfirmCheckout, HostedPage, NewCheckout } from "@tessera/contracts-billing/billing.ts";
import { type Caller, CurrentUser, RateLimit, Refuses } from "@tessera/service-kit";
import { ProviderErrors } from "../provider/provider-errors.ts";
import { Overview } from "../subscription/overview.ts";
import { Checkout } from "./checkout.ts";

@Controller("api/billing")
@UseInterceptors(ProviderErrors)
@RateLimit({ limit: 60, windowSeconds: 60, by: "caller" })
export class CheckoutController {
  constructor(
    private readonly checkout: Checkout,
    private readonly overview: Overview,
  ) {}

  @Post("checkout")
  @Refuses({
    404: "plan_not_found",
    409: "already_subscribed, plan_not_yearly, or a checkout is being opened",
    502: "payments_refused",
    503: "payments_unreachable",
  })
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: HostedPage })
  open(@CurrentUser() user: Caller, @Body({ schema: NewCheckout }) intent: NewCheckout): Promise<HostedPage> {
    return this.checkout.open(user, intent);
  }

  @Post("confirm")
  @Refuses({ 404: "checkout_not_found", 409: "not_paid", 502: "payments_refused", 503: "payments_unreachable" })
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: BillingOverview })
  async confirm(
    @CurrentUser() user: Caller,
    @Body({ schema: ConfirmCheckout }) body: ConfirmCheckout,
  ): Promise<BillingOverview> {
    await this.checkout.confirm(user, body.sessionId);
    return this.overview.of(user);
  }
}
