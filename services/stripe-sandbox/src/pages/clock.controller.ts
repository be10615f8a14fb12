import { Body, Controller, Get, HttpStatus, Param, Post, Res } from "@nestjs/common";
import { Public } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { FastifyReply } from "fastify";
import type { z } from "zod";
import { advance, clockOf, type NextStep, nextStep } from "../engine/test-clock.ts";
import { addIntervals } from "../resources/periods.ts";
import { Sandbox } from "../sandbox.ts";
import type { PortalSession, Subscription } from "../state/documents.ts";
import type { Ledger } from "../state/ledger.ts";
import { clockPage } from "./clock-page.ts";
import { AdvanceFields, AfterRetriesFields, NextPaymentFields, SessionId } from "./fields.ts";
import { date } from "./html.ts";
import { inPortal } from "./in-portal.ts";
import { messagePage } from "./page.ts";
import type { View } from "./send.ts";

/** The test clock of a customer, for anyone who has the address of the portal. */
@Public()
@Controller("sandbox/portal/:session/clock")
export class ClockController {
  constructor(private readonly sandbox: Sandbox) {}

  @Get()
  show(@Param("session", { schema: SessionId }) id: string, @Res() reply: FastifyReply) {
    return inPortal(this.sandbox, reply, id, (ledger, session) => this.view(ledger, session, null));
  }

  @Post("advance")
  advance(
    @Param("session", { schema: SessionId }) id: string,
    @Body({ schema: AdvanceFields }) { by }: z.infer<typeof AdvanceFields>,
    @Res() reply: FastifyReply,
  ) {
    return inPortal(this.sandbox, reply, id, async (ledger, session) => {
      const customer = await ledger.get("customer", session.customer);
      if (customer.deleted) return GONE;
      const next = by === "next" ? await this.next(ledger, await this.subscription(ledger, session)) : null;
      const clock = await clockOf(ledger, customer);
      const interval = by === "day" ? "day" : "month";
      await advance(ledger, clock, next?.at ?? addIntervals(ledger.now, { interval, interval_count: 1 }, 1));
      return this.view(ledger, session, `It is ${date(clock.frozen_time)} now.`);
    });
  }

  @Post("next-payment")
  nextPayment(
    @Param("session", { schema: SessionId }) id: string,
    @Body({ schema: NextPaymentFields }) { fails }: z.infer<typeof NextPaymentFields>,
    @Res() reply: FastifyReply,
  ) {
    return inPortal(this.sandbox, reply, id, async (ledger, session) => {
      const customer = await ledger.get("customer", session.customer);
      if (customer.deleted) return GONE;
      await ledger.save(customer, { failsNext: fails === "yes" });
      return this.view(
        ledger,
        session,
        fails === "yes" ? "The next payment will fail." : "The card decides how the next payment ends.",
      );
    });
  }

  @Post("after-retries")
  afterRetries(
    @Param("session", { schema: SessionId }) id: string,
    @Body({ schema: AfterRetriesFields }) { plan }: z.infer<typeof AfterRetriesFields>,
    @Res() reply: FastifyReply,
  ) {
    return inPortal(this.sandbox, reply, id, async (ledger, session) => {
      const customer = await ledger.get("customer", session.customer);
      if (customer.deleted) return GONE;
      const staysUnpaid = plan === "stays";
      await ledger.save(customer, { afterRetries: staysUnpaid ? "unpaid" : undefined });
      const sentence = `A plan whose payment fails each time ${staysUnpaid ? "stays unpaid" : "ends"}.`;
      return this.view(ledger, session, sentence);
    });
  }

  private async view(ledger: Ledger, session: PortalSession, notice: string | null): Promise<View> {
    const customer = await ledger.get("customer", session.customer);
    if (customer.deleted) return GONE;
    const subscription = await this.subscription(ledger, session);
    return {
      html: clockPage({
        session,
        now: ledger.now,
        isOwn: customer.test_clock !== null,
        subscription,
        next: await this.next(ledger, subscription),
        failsNext: ledger.facts(customer).failsNext === true,
        staysUnpaid: ledger.facts(customer).afterRetries === "unpaid",
        notice,
      }),
    };
  }

  /** The newest, whether it has ended or not. */
  private async subscription(ledger: Ledger, session: PortalSession): Promise<Subscription | undefined> {
    return (await ledger.all("subscription", sql`customer = ${session.customer}`))[0];
  }

  private async next(ledger: Ledger, subscription: Subscription | undefined): Promise<NextStep | null> {
    return subscription ? nextStep(ledger, subscription) : null;
  }
}

const GONE: View = {
  status: HttpStatus.NOT_FOUND,
  html: messagePage("This customer was deleted", "There is nothing left whose time could pass."),
};
