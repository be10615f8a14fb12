import { Body, Controller, HttpCode, HttpStatus, Post, UseInterceptors } from "@nestjs/common";
import { ApiOkResponse } from "@nestjs/swagger";
import { BillingOverview } from "@tessera/contracts-billing/billing.ts";
import { type Caller, CurrentUser, RateLimit, Refuses } from "@tessera/service-kit";
import { z } from "zod";
import { ProviderErrors } from "../provider/provider-errors.ts";
import { Overview } from "../subscription/overview.ts";
import { Checkout } from "./checkout.ts";
import { ReturnPath } from "./return-path.ts";

/** Where the browser goes next. */
const HostedPage = z.object({ url: z.url() });
const Intent = z.strictObject({ planId: z.string().max(50), attemptId: z.string().min(8).max(100), returnPath: ReturnPath.optional() });
const Confirmation = z.strictObject({ sessionId: z.string().regex(/^cs_[A-Za-z0-9_]{5,200}$/, "is not the id of a checkout") });

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
    409: "already_subscribed, or a checkout is being opened",
    502: "payments_refused",
    503: "payments_unreachable",
  })
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: HostedPage })
  open(@CurrentUser() user: Caller, @Body({ schema: Intent }) intent: z.infer<typeof Intent>): Promise<{ url: string }> {
    return this.checkout.open(user, intent);
  }

  @Post("confirm")
  @Refuses({ 404: "checkout_not_found", 409: "not_paid", 502: "payments_refused", 503: "payments_unreachable" })
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: BillingOverview })
  async confirm(@CurrentUser() user: Caller, @Body({ schema: Confirmation }) body: z.infer<typeof Confirmation>): Promise<BillingOverview> {
    await this.checkout.confirm(user, body.sessionId);
    return this.overview.of(user);
  }
}
