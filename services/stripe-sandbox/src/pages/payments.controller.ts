import { Body, Controller, Get, HttpStatus, Param, Post, Res } from "@nestjs/common";
import { Public } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { FastifyReply } from "fastify";
import type { z } from "zod";
import { deleteCustomer } from "../engine/delete-customer.ts";
import { canBeDisputed, closeDispute, disputeOf, isUndecided, openDispute } from "../engine/dispute.ts";
import { leftOf, refundCharge } from "../engine/refund.ts";
import { startTrial, startUnconfirmed } from "../engine/start-plan.ts";
import { nameOf } from "../engine/wording.ts";
import { notEnded } from "../resources/subscription.ts";
import { Sandbox } from "../sandbox.ts";
import type { PortalSession } from "../state/documents.ts";
import type { Ledger } from "../state/ledger.ts";
import { Decision, RefundFields, SessionId, StartFields } from "./fields.ts";
import { money } from "./html.ts";
import { backFrom, inPortal } from "./in-portal.ts";
import { messagePage } from "./page.ts";
import { type Payment, type PaymentNotice, paymentsPage, type Startable } from "./payments-page.ts";
import type { View } from "./send.ts";

const done = (sentence: string): PaymentNotice => ({ kind: "done", sentence });
const failed = (sentence: string): PaymentNotice => ({ kind: "failed", sentence });

/** What the seller and the bank do with the payments of a customer, for anyone who has the address of the portal. */
@Public()
@Controller("sandbox/portal/:session/payments")
export class PaymentsController {
  constructor(private readonly sandbox: Sandbox) {}

  @Get()
  show(@Param("session", { schema: SessionId }) id: string, @Res() reply: FastifyReply) {
    return inPortal(this.sandbox, reply, id, (ledger, session) => this.list(ledger, session, null));
  }

  @Post("delete-customer")
  deleteCustomer(@Param("session", { schema: SessionId }) id: string, @Res() reply: FastifyReply) {
    return inPortal(this.sandbox, reply, id, async (ledger, session) => {
      await deleteCustomer(ledger, await ledger.get("customer", session.customer));
      const sentence = "The subscription has ended. Tessera learns of it by events.";
      return { html: messagePage("The customer is deleted", sentence, backFrom(session)) };
    });
  }

  @Post("start")
  start(
    @Param("session", { schema: SessionId }) id: string,
    @Body({ schema: StartFields }) { price: priceId, begins }: z.infer<typeof StartFields>,
    @Res() reply: FastifyReply,
  ) {
    return inPortal(this.sandbox, reply, id, async (ledger, session) => {
      const startable = await this.startable(ledger, session);
      if (!startable?.prices.some((price) => price.id === priceId))
        return this.list(ledger, session, failed("There is a plan already, or this one is not for sale."));
      if (begins === "unconfirmed" && !startable.hasCard)
        return this.list(ledger, session, failed("No card is kept that could be charged."));
      const [customer, price] = [await ledger.get("customer", session.customer), await ledger.get("price", priceId)];
      await (begins === "trial" ? startTrial : startUnconfirmed)(ledger, customer, price);
      const sentence =
        begins === "trial" ? "The trial has begun." : "The plan waits until the bank's question is answered.";
      return this.list(ledger, session, done(sentence));
    });
  }

  @Post(":charge/refund")
  refund(
    @Param("session", { schema: SessionId }) id: string,
    @Param("charge", { schema: SessionId }) chargeId: string,
    @Body({ schema: RefundFields }) typed: z.infer<typeof RefundFields>,
    @Res() reply: FastifyReply,
  ) {
    return this.act(reply, id, chargeId, async (ledger, { charge, dispute }) => {
      const left = leftOf(charge, dispute);
      if (left === 0) return failed("Nothing is left of this payment that could be refunded.");
      const [, units = "0", cents = ""] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed.amount) ?? [];
      const amount = Number(units + cents.padEnd(2, "0"));
      if (amount < 1 || amount > left)
        return failed(`Enter an amount of at most ${money(left, charge.currency)}, for example 5.00.`);
      await refundCharge(ledger, charge, amount, "requested_by_customer");
      return done(`${money(amount, charge.currency)} was refunded.`);
    });
  }

  @Post(":charge/dispute")
  dispute(
    @Param("session", { schema: SessionId }) id: string,
    @Param("charge", { schema: SessionId }) chargeId: string,
    @Res() reply: FastifyReply,
  ) {
    return this.act(reply, id, chargeId, async (ledger, { charge }) => {
      if (!canBeDisputed(charge)) return failed("This payment was disputed before, or nothing is left of it.");
      await openDispute(ledger, charge);
      return done("The payment is disputed. The bank decides next.");
    });
  }

  @Post(":charge/decide")
  decide(
    @Param("session", { schema: SessionId }) id: string,
    @Param("charge", { schema: SessionId }) chargeId: string,
    @Body({ schema: Decision }) { decision }: z.infer<typeof Decision>,
    @Res() reply: FastifyReply,
  ) {
    return this.act(reply, id, chargeId, async (ledger, { dispute }) => {
      if (!dispute || !isUndecided(dispute)) return failed("There is no dispute of this payment to decide.");
      await closeDispute(ledger, dispute, decision);
      return done(`The bank decided ${decision === "won" ? "for" : "against"} Tessera.`);
    });
  }

  private act(
    reply: FastifyReply,
    id: string,
    chargeId: string,
    act: (ledger: Ledger, payment: Payment) => Promise<PaymentNotice>,
  ): Promise<void> {
    return inPortal(this.sandbox, reply, id, async (ledger, session) => {
      const charge = await ledger.find("charge", chargeId);
      if (charge?.customer !== session.customer || !charge.paid)
        return {
          status: HttpStatus.NOT_FOUND,
          html: messagePage("This payment does not exist", "Choose one of the list in the portal."),
        };
      const notice = await act(ledger, { charge, dispute: await disputeOf(ledger, charge) });
      return this.list(ledger, session, notice);
    });
  }

  /** Null while there is a plan. */
  private async startable(ledger: Ledger, { customer }: PortalSession): Promise<Startable | null> {
    if ((await ledger.all("subscription", sql`customer = ${customer} and ${notEnded}`)).length) return null;
    const prices: Startable["prices"] = [];
    for (const price of await ledger.all("price", sql`data ->> 'active' = 'true'`))
      prices.push({
        id: price.id,
        words: `${await nameOf(ledger, price)}, ${money(price.unit_amount, price.currency)} a ${price.recurring.interval}`,
      });
    return { prices, hasCard: (await ledger.all("payment_method", sql`customer = ${customer}`)).length > 0 };
  }

  private async list(ledger: Ledger, session: PortalSession, notice: PaymentNotice): Promise<View> {
    const payments: Payment[] = [];
    for (const charge of await ledger.all("charge", sql`customer = ${session.customer}`))
      if (charge.paid) payments.push({ charge, dispute: await disputeOf(ledger, charge) });
    const status = notice?.kind === "failed" ? HttpStatus.UNPROCESSABLE_ENTITY : HttpStatus.OK;
    return { status, html: paymentsPage(session, payments, await this.startable(ledger, session), notice) };
  }
}
