import { Body, Controller, Get, Headers, HttpCode, HttpStatus, Post, UseInterceptors } from "@nestjs/common";
import { ApiOkResponse } from "@nestjs/swagger";
import { BillingOverview, Invoice, Plan } from "@tessera/contracts-billing/billing.ts";
import { type Caller, CurrentUser, RateLimit, Refuses } from "@tessera/service-kit";
import { z } from "zod";
import { ReturnPath } from "../checkout/return-path.ts";
import { ProviderErrors } from "../provider/provider-errors.ts";
import { Overview } from "./overview.ts";
import { Subscription } from "./subscription.ts";

/** Where the browser goes next. */
const HostedPage = z.object({ url: z.url() });
const PortalRequest = z.strictObject({ returnPath: ReturnPath.optional() });
const PlanChange = z.strictObject({ planId: z.string().max(50) });
const Nothing = z.strictObject({});

@Controller("api/billing")
@UseInterceptors(ProviderErrors)
@RateLimit({ limit: 120, windowSeconds: 60, by: "caller" })
export class SubscriptionController {
  constructor(
    private readonly subscription: Subscription,
    private readonly overview: Overview,
  ) {}

  @Get("plans")
  @Refuses({ 502: "payments_refused" })
  @ApiOkResponse({ standardSchema: z.array(Plan) })
  plans(): Promise<Plan[]> {
    return this.subscription.plans();
  }

  @Get("overview")
  @Refuses({ 502: "payments_refused" })
  @ApiOkResponse({ standardSchema: BillingOverview })
  show(@CurrentUser() user: Caller): Promise<BillingOverview> {
    return this.overview.of(user);
  }

  @Get("invoices")
  @Refuses({ 502: "payments_refused" })
  @ApiOkResponse({ standardSchema: z.array(Invoice) })
  invoices(@CurrentUser() user: Caller): Promise<Invoice[]> {
    return this.overview.invoices(user);
  }

  @Post("portal")
  @Refuses({ 409: "no_customer", 502: "payments_refused" })
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: HostedPage })
  portal(@CurrentUser() user: Caller, @Body({ schema: PortalRequest }) body: z.infer<typeof PortalRequest>): Promise<{ url: string }> {
    return this.subscription.portal(user, body.returnPath);
  }

  @Post("plan")
  @Refuses({ 404: "plan_not_found", 409: "not_subscribed", 402: "payment_failed", 502: "payments_refused" })
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: BillingOverview })
  async change(
    @CurrentUser() user: Caller,
    @Body({ schema: PlanChange }) body: z.infer<typeof PlanChange>,
    @Headers("idempotency-key") key: string | undefined,
  ): Promise<BillingOverview> {
    await this.subscription.change(user, body.planId, key);
    return this.overview.of(user);
  }

  @Post("cancel")
  @Refuses({ 409: "not_subscribed", 502: "payments_refused" })
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: BillingOverview })
  async cancel(@CurrentUser() user: Caller, @Body({ schema: Nothing }) _body: z.infer<typeof Nothing>): Promise<BillingOverview> {
    await this.subscription.cancel(user);
    return this.overview.of(user);
  }

  @Post("resume")
  @Refuses({ 409: "not_subscribed", 502: "payments_refused" })
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: BillingOverview })
  async resume(@CurrentUser() user: Caller, @Body({ schema: Nothing }) _body: z.infer<typeof Nothing>): Promise<BillingOverview> {
    await this.subscription.resume(user);
    return this.overview.of(user);
  }
}
