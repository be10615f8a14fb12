import { Body, Controller, Get, HttpCode, HttpStatus, Inject, Post } from "@nestjs/common";
import { ApiOkResponse } from "@nestjs/swagger";
import { Nothing } from "@tessera/contracts-billing/billing.ts";
import { billingAdministratorsOnly } from "@tessera/contracts-billing/problems.ts";
import { Reconciliation as Answer } from "@tessera/contracts-billing/reconciliation.ts";
import { type Administrators, type Caller, CurrentUser, problem, RateLimit, Refuses } from "@tessera/service-kit";
import { ADMINISTRATORS } from "../administrators.ts";
import { Differences } from "./differences.ts";
import { Reconciliation } from "./reconciliation.ts";

@Controller("api/billing/reconciliation")
@RateLimit({ limit: 60, windowSeconds: 60, by: "caller" })
export class ReconciliationController {
  constructor(
    private readonly reconciliation: Reconciliation,
    private readonly differences: Differences,
    @Inject(ADMINISTRATORS) private readonly administrators: Administrators,
  ) {}

  @Get()
  @Refuses({ 403: "billing_administrators_only" })
  @ApiOkResponse({ standardSchema: Answer })
  show(@CurrentUser() user: Caller): Promise<Answer> {
    this.check(user);
    return this.answer();
  }

  @Post()
  @Refuses({ 403: "billing_administrators_only" })
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: Answer })
  async compare(@CurrentUser() user: Caller, @Body({ schema: Nothing }) _body: Nothing): Promise<Answer> {
    this.check(user);
    await this.reconciliation.begin();
    return this.answer();
  }

  private check(user: Caller): void {
    if (!this.administrators.includes(user)) throw problem(billingAdministratorsOnly);
  }

  private async answer(): Promise<Answer> {
    const [latest, open] = await Promise.all([this.reconciliation.latest(), this.differences.open()]);
    return {
      latest: latest && {
        ...latest,
        startedAt: latest.startedAt.toISOString(),
        endedAt: latest.endedAt?.toISOString() ?? null,
      },
      differences: open.map(({ foundAt, ...difference }) => ({ ...difference, foundAt: foundAt.toISOString() })),
    };
  }
}
