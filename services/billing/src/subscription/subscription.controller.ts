import { Body, Controller, Get, Headers, HttpCode, HttpStatus, Post, Query, UseInterceptors } from "@nestjs/common";
import { ApiOkResponse } from "@nestjs/swagger";
import {
  BillingOverview,
  ChangePlan,
  ChangePreview,
  HostedPage,
  Invoice,
  Nothing,
  OpenPortal,
  Plan,
} from "@tessera/contracts-billing/billing.ts";
import { type Caller, CurrentUser, Public, RateLimit, Refuses } from "@tessera/service-kit";
import { z } from "zod";
import { ProviderErrors } from "../provider/provider-errors.ts";
import { Trials } from "../trial/trials.ts";
import { Overview } from "./overview.ts";
import { Subscription } from "./subscription.ts";

@Controller("api/billing")
@UseInterceptors(ProviderErrors)
@RateLimit({ limit: 120, windowSeconds: 60, by: "caller" })
export class SubscriptionController {
  constructor(
    private readonly subscription: Subscription,
    private readonly overview: Overview,
    private readonly trials: Trials,
  ) {}

  /** What is for sale is no secret: the front page shows it. */
  @Public()
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

  @Post("trial")
  @Refuses({ 409: "trial_not_offered, trial_used or trial_needs_address" })
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: BillingOverview })
  async tryOut(@CurrentUser() user: Caller, @Body({ schema: Nothing }) _body: Nothing): Promise<BillingOverview> {
    await this.trials.start(user);
    return this.overview.of(user);
  }

  @Post("portal")
  @Refuses({ 409: "no_customer", 502: "payments_refused" })
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: HostedPage })
  portal(@CurrentUser() user: Caller, @Body({ schema: OpenPortal }) body: OpenPortal): Promise<HostedPage> {
    return this.subscription.portal(user, body.returnPath);
  }

  @Post("plan")
  @Refuses({
    404: "plan_not_found",
    409: "not_subscribed, payment_open, plan_paused or plan_not_yearly",
    402: "payment_failed",
    502: "payments_refused",
  })
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: BillingOverview })
  async change(
    @CurrentUser() user: Caller,
    @Body({ schema: ChangePlan }) body: ChangePlan,
    @Headers("idempotency-key") key: string | undefined,
  ): Promise<BillingOverview> {
    await this.subscription.change(user, body, key);
    return this.overview.of(user);
  }

  @Get("plan/preview")
  @Refuses({ 404: "plan_not_found", 409: "not_subscribed or plan_not_yearly", 502: "payments_refused" })
  @ApiOkResponse({ standardSchema: ChangePreview })
  preview(@CurrentUser() user: Caller, @Query({ schema: ChangePlan }) query: ChangePlan): Promise<ChangePreview> {
    return this.subscription.preview(user, query);
  }

  @Post("cancel")
  @Refuses({ 409: "not_subscribed", 502: "payments_refused" })
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: BillingOverview })
  async cancel(@CurrentUser() user: Caller, @Body({ schema: Nothing }) _body: Nothing): Promise<BillingOverview> {
    await this.subscription.cancel(user);
    return this.overview.of(user);
  }

  @Post("resume")
  @Refuses({ 409: "not_subscribed", 402: "payment_failed", 502: "payments_refused" })
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: BillingOverview })
  async resume(@CurrentUser() user: Caller, @Body({ schema: Nothing }) _body: Nothing): Promise<BillingOverview> {
    await this.subscription.resume(user);
    return this.overview.of(user);
  }
}
