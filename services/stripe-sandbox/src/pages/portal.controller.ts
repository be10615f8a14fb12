import { Body, Controller, Get, HttpStatus, Param, Post, Res } from "@nestjs/common";
import { Clock, Public } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { FastifyReply } from "fastify";
import type { z } from "zod";
import { readBusiness } from "../business.ts";
import { readCard } from "../cards.ts";
import { cancelAtPeriodEnd, keepSubscription } from "../engine/cancellation.ts";
import { authenticateCard, changeCard } from "../engine/card-change.ts";
import { discountAt, takenOffBy } from "../engine/discounts.ts";
import { collect } from "../engine/invoicing.ts";
import { nameBusiness, setTaxId, taxIdsOf } from "../engine/tax-number.ts";
import { couponInWords } from "../resources/discount.ts";
import { itemOf, notEnded } from "../resources/subscription.ts";
import { Sandbox } from "../sandbox.ts";
import type { Invoice, PortalSession, Subscription } from "../state/documents.ts";
import type { Ledger } from "../state/ledger.ts";
import { authenticationPage } from "./checkout-page.ts";
import { Answer, BusinessFields, CardFields, SessionId } from "./fields.ts";
import { money } from "./html.ts";
import { inPortal } from "./in-portal.ts";
import { messagePage } from "./page.ts";
import { cardPage, type Portal, portalPage } from "./portal-page.ts";
import type { View } from "./send.ts";

/** The customer portal. Anyone who knows the session's address may use it, as at Stripe. */
@Public()
@Controller("sandbox/portal/:session")
export class PortalController {
  constructor(
    private readonly sandbox: Sandbox,
    private readonly clock: Clock,
  ) {}

  @Get()
  show(@Param("session", { schema: SessionId }) id: string, @Res() reply: FastifyReply) {
    return this.work(reply, id, (ledger, session) => this.overview(ledger, session, null));
  }

  @Post("cancel")
  cancel(@Param("session", { schema: SessionId }) id: string, @Res() reply: FastifyReply) {
    return this.work(reply, id, async (ledger, session) => {
      const subscription = await this.subscription(ledger, session);
      // The portal plans the end by date and leaves cancel_at_period_end false (stripe-node #2470).
      if (!subscription || !["active", "trialing", "past_due"].includes(subscription.status))
        return this.overview(ledger, session, { kind: "failed", sentence: "No plan runs that could be cancelled." });
      if (!subscription.cancel_at) await cancelAtPeriodEnd(ledger, subscription, "at");
      return this.overview(ledger, session, {
        kind: "done",
        sentence: "The plan ends with its period. You can keep it until then.",
      });
    });
  }

  @Post("resume")
  resume(@Param("session", { schema: SessionId }) id: string, @Res() reply: FastifyReply) {
    return this.work(reply, id, async (ledger, session) => {
      const subscription = await this.subscription(ledger, session);
      if (subscription?.cancel_at) await keepSubscription(ledger, subscription);
      return this.overview(ledger, session, { kind: "done", sentence: "The plan continues." });
    });
  }

  @Post("business")
  business(
    @Param("session", { schema: SessionId }) id: string,
    @Body({ schema: BusinessFields }) typed: z.infer<typeof BusinessFields>,
    @Res() reply: FastifyReply,
  ) {
    return this.work(reply, id, async (ledger, session) => {
      const kept = await this.businessOf(ledger, session);
      const values = { ...kept.values };
      for (const field of kept.fields) values[field] = typed[field];
      const read = readBusiness(values);
      if ("errors" in read) {
        const view = await this.overview(ledger, session, null, { ...kept, values, errors: read.errors });
        return { ...view, status: HttpStatus.UNPROCESSABLE_ENTITY };
      }
      await nameBusiness(ledger, await ledger.get("customer", session.customer), read.name);
      await setTaxId(ledger, { id: session.customer }, read.taxNumber);
      const said = [read.name, read.taxNumber?.value].filter(Boolean).join(", ");
      const sentence = `Your invoices name ${said || "no business"} from now on.`;
      return this.overview(ledger, session, { kind: "done", sentence });
    });
  }

  @Post("invoices/:invoice/pay")
  payInvoice(
    @Param("session", { schema: SessionId }) id: string,
    @Param("invoice", { schema: SessionId }) invoiceId: string,
    @Res() reply: FastifyReply,
  ) {
    return this.work(reply, id, async (ledger, session) => {
      const invoice = await ledger.find("invoice", invoiceId);
      if (invoice?.customer !== session.customer)
        return {
          status: HttpStatus.NOT_FOUND,
          html: messagePage("This invoice does not exist", "Open it from the list in the portal."),
        };
      if (ledger.facts(invoice).awaitsBank) return { to: `/sandbox/portal/${id}/invoices/${invoiceId}/authenticate` };
      return this.collected(ledger, session, invoice, false);
    });
  }

  @Get("invoices/:invoice/authenticate")
  askForInvoice(
    @Param("session", { schema: SessionId }) id: string,
    @Param("invoice", { schema: SessionId }) invoiceId: string,
    @Res() reply: FastifyReply,
  ) {
    return this.work(reply, id, async () => ({
      html: authenticationPage(
        `/sandbox/portal/${id}/invoices/${invoiceId}/authenticate`,
        "Your bank wants to know that it is you who pays Tessera.",
      ),
    }));
  }

  @Post("invoices/:invoice/authenticate")
  answerForInvoice(
    @Param("session", { schema: SessionId }) id: string,
    @Param("invoice", { schema: SessionId }) invoiceId: string,
    @Body({ schema: Answer }) { answer }: z.infer<typeof Answer>,
    @Res() reply: FastifyReply,
  ) {
    return this.work(reply, id, async (ledger, session) => {
      const invoice = await ledger.find("invoice", invoiceId);
      if (invoice?.customer !== session.customer || !ledger.facts(invoice).awaitsBank)
        return { to: `/sandbox/portal/${id}` };
      if (answer === "complete") return this.collected(ledger, session, invoice, true);
      const sentence = "Your bank did not confirm the payment. Nothing was charged; you can try again.";
      return this.overview(ledger, session, { kind: "failed", sentence });
    });
  }

  /** @param authenticated whether the person confirmed the payment with their bank just now */
  private async collected(
    ledger: Ledger,
    session: PortalSession,
    invoice: Invoice,
    authenticated: boolean,
  ): Promise<View> {
    const refusal = invoice.status === "open" ? await collect(ledger, invoice, authenticated) : null;
    const sentence = refusal
      ? `${refusal.message} Change the card and try again.`
      : invoice.status === "paid"
        ? `Invoice ${invoice.number} is paid.`
        : `Invoice ${invoice.number} is not owed any more.`;
    return this.overview(ledger, session, { kind: refusal ? "failed" : "done", sentence });
  }

  @Get("card")
  card(@Param("session", { schema: SessionId }) id: string, @Res() reply: FastifyReply) {
    return this.work(reply, id, async (_ledger, session) => ({ html: cardPage(session, {}), takesCard: true }));
  }

  @Post("card")
  changeCard(
    @Param("session", { schema: SessionId }) id: string,
    @Body({ schema: CardFields }) typed: z.infer<typeof CardFields>,
    @Res() reply: FastifyReply,
  ) {
    return this.work(reply, id, async (ledger, session) => {
      const status = HttpStatus.UNPROCESSABLE_ENTITY;
      const card = readCard(typed, Math.floor(this.clock.now().getTime() / 1000));
      if ("errors" in card)
        return { status, html: cardPage(session, { values: typed, errors: card.errors }), takesCard: true };
      const outcome = await changeCard(ledger, session, card);
      if (outcome.state === "refused")
        return {
          status,
          html: cardPage(session, { values: typed, refusal: `${outcome.refusal.message} Try another card.` }),
          takesCard: true,
        };
      return { to: `/sandbox/portal/${id}${outcome.state === "authenticate" ? "/card/authenticate" : ""}` };
    });
  }

  @Get("card/authenticate")
  ask(@Param("session", { schema: SessionId }) id: string, @Res() reply: FastifyReply) {
    return this.work(reply, id, async () => ({
      html: authenticationPage(
        `/sandbox/portal/${id}/card/authenticate`,
        "Your bank wants to know that it is you who leaves this card with Tessera.",
      ),
    }));
  }

  @Post("card/authenticate")
  answer(
    @Param("session", { schema: SessionId }) id: string,
    @Body({ schema: Answer }) body: z.infer<typeof Answer>,
    @Res() reply: FastifyReply,
  ) {
    return this.work(reply, id, async (ledger, session) => {
      if (!ledger.facts(session).awaiting) return { to: `/sandbox/portal/${id}` };
      const outcome = await authenticateCard(ledger, session, body.answer === "complete");
      if (outcome.state === "refused")
        return {
          status: HttpStatus.UNPROCESSABLE_ENTITY,
          html: cardPage(session, { refusal: outcome.refusal.message }),
          takesCard: true,
        };
      return { to: `/sandbox/portal/${id}` };
    });
  }

  private async work(
    reply: FastifyReply,
    id: string,
    act: (ledger: Ledger, session: PortalSession) => Promise<View>,
  ): Promise<void> {
    await inPortal(this.sandbox, reply, id, act);
  }

  private async subscription(ledger: Ledger, session: PortalSession) {
    return (await ledger.all("subscription", sql`customer = ${session.customer} and ${notEnded}`))[0];
  }

  private async overview(
    ledger: Ledger,
    session: PortalSession,
    notice: Portal["notice"],
    business?: Portal["business"],
  ): Promise<View> {
    const customer = await ledger.get("customer", session.customer);
    const subscription = await this.subscription(ledger, session);
    const methodId = subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method;
    const method = methodId ? await ledger.find("payment_method", methodId) : undefined;
    const product = subscription && (await ledger.find("product", itemOf(subscription).price.product));
    const invoices = await ledger.all("invoice", sql`customer = ${customer.id}`);
    const discount = subscription ? await this.discount(ledger, subscription) : null;
    const shown = { session, subscription, product, method, invoices, discount, notice };
    return { html: portalPage({ ...shown, business: business ?? (await this.businessOf(ledger, session)) }) };
  }

  private async businessOf(ledger: Ledger, session: PortalSession): Promise<Portal["business"]> {
    const customer = await ledger.get("customer", session.customer);
    const { features } = await ledger.get("billing_portal.configuration", session.configuration);
    const updates: string[] = features.customer_update.allowed_updates;
    return {
      values: {
        business_name: customer.name ?? "",
        tax_number: (await taxIdsOf(ledger, customer.id))[0]?.value ?? "",
      },
      fields: [
        ...(updates.includes("name") ? ["business_name" as const] : []),
        ...(updates.includes("tax_id") ? ["tax_number" as const] : []),
      ],
    };
  }

  private async discount(ledger: Ledger, subscription: Subscription): Promise<Portal["discount"]> {
    const now = await discountAt(ledger, subscription, ledger.now);
    if (!now) return null;
    const { price, quantity, current_period_end: renewal } = itemOf(subscription);
    const next = await discountAt(ledger, subscription, renewal);
    return {
      words: couponInWords(await ledger.get("coupon", now.source.coupon), money),
      nextOff: await takenOffBy(ledger, next, price.unit_amount * (quantity ?? 1)),
    };
  }
}
