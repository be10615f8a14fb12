import { Body, Controller, Get, Header, HttpStatus, Param, Post, Res } from "@nestjs/common";
import { Clock, Public } from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { addressFields, readAddress } from "../address.ts";
import { readBusiness } from "../business.ts";
import { readCard } from "../cards.ts";
import { asksForAddress, authenticate, pay, successUrl } from "../engine/checkout.ts";
import { codeOn, removeCode, useCode } from "../engine/discounts.ts";
import { taxIdsOf } from "../engine/tax-number.ts";
import { addIntervals } from "../resources/periods.ts";
import { Sandbox } from "../sandbox.ts";
import type { CheckoutSession } from "../state/documents.ts";
import type { Ledger } from "../state/ledger.ts";
import { authenticationPage, type CheckoutState, checkoutPage } from "./checkout-page.ts";
import { Answer, CodeFields, PaymentFields, SessionId } from "./fields.ts";
import { messagePage } from "./page.ts";
import { send, type View } from "./send.ts";

/** The hosted checkout. Anyone who knows the session's address may pay it, as at Stripe. */
@Public()
@Controller("sandbox/checkout")
export class CheckoutController {
  constructor(
    private readonly sandbox: Sandbox,
    private readonly clock: Clock,
  ) {}

  @Get(":session")
  @Header("cache-control", "no-store")
  async show(@Param("session", { schema: SessionId }) id: string, @Res() reply: FastifyReply) {
    send(
      reply,
      await this.sandbox.unit((ledger) => this.open(ledger, id, (session) => this.form(ledger, session, {}))),
    );
  }

  @Post(":session")
  async pay(
    @Param("session", { schema: SessionId }) id: string,
    @Body({ schema: PaymentFields }) typed: z.infer<typeof PaymentFields>,
    @Res() reply: FastifyReply,
  ) {
    const view = await this.sandbox.unit((ledger) =>
      this.open(ledger, id, async (session) => {
        const card = readCard(typed, Math.floor(this.clock.now().getTime() / 1000));
        const address = asksForAddress(session) ? readAddress(typed) : null;
        const business = session.tax_id_collection?.enabled ? readBusiness(typed) : null;
        if ("errors" in card || (address && "errors" in address) || (business && "errors" in business)) {
          const errors = {
            ...("errors" in card && card.errors),
            ...(address && "errors" in address && address.errors),
            ...(business && "errors" in business && business.errors),
          };
          return this.form(ledger, session, { values: typed, errors });
        }
        const outcome = await pay(ledger, session, card, address, business);
        if (outcome.state === "paid") return { to: outcome.url };
        if (outcome.state === "authenticate") return { to: `/sandbox/checkout/${id}/authenticate` };
        if (outcome.state === "code-refused")
          return this.form(ledger, session, { values: typed, refusal: outcome.reason });
        return this.form(ledger, session, { values: typed, refusal: `${outcome.refusal.message} Try another card.` });
      }),
    );
    send(reply, view);
  }

  @Post(":session/code")
  async code(
    @Param("session", { schema: SessionId }) id: string,
    @Body({ schema: CodeFields }) typed: z.infer<typeof CodeFields>,
    @Res() reply: FastifyReply,
  ) {
    const view = await this.sandbox.unit((ledger) =>
      this.open(ledger, id, async (session) => {
        if (typed.remove || !session.allow_promotion_codes) await removeCode(ledger, session);
        else {
          const refusal = await useCode(ledger, session, typed.code);
          if (refusal) return this.form(ledger, session, { code: { typed: typed.code, refusal } });
        }
        return { to: `/sandbox/checkout/${id}` };
      }),
    );
    send(reply, view);
  }

  @Get(":session/authenticate")
  async ask(@Param("session", { schema: SessionId }) id: string, @Res() reply: FastifyReply) {
    const view = await this.sandbox.unit((ledger) =>
      this.open(ledger, id, async (session) => {
        if (!ledger.facts(session).awaiting) return { to: `/sandbox/checkout/${id}` };
        const html = authenticationPage(
          `/sandbox/checkout/${id}/authenticate`,
          "Your bank wants to know that it is you who pays Tessera.",
        );
        return { html, leadsTo: [session.success_url] };
      }),
    );
    send(reply, view);
  }

  @Post(":session/authenticate")
  async answer(
    @Param("session", { schema: SessionId }) id: string,
    @Body({ schema: Answer }) body: z.infer<typeof Answer>,
    @Res() reply: FastifyReply,
  ) {
    const view = await this.sandbox.unit((ledger) =>
      this.open(ledger, id, async (session) => {
        if (!ledger.facts(session).awaiting) return { to: `/sandbox/checkout/${id}` };
        const method = await ledger.get("payment_method", ledger.facts(session).awaiting!);
        const outcome = await authenticate(ledger, session, body.answer === "complete");
        if (outcome.state === "paid") return { to: outcome.url };
        const refusal = outcome.state === "code-refused" ? outcome.reason : undefined;
        return this.form(ledger, session, {
          values: {
            ...addressFields(method.billing_details.address),
            business_name: session.collected_information?.business_name ?? "",
            tax_number: method.billing_details.tax_id ?? "",
          },
          refusal: outcome.state === "refused" ? outcome.refusal.message : refusal,
        });
      }),
    );
    send(reply, view);
  }

  /** Works on a session that can still be paid; a paid one leads on, so a second click pays nothing. */
  private async open(ledger: Ledger, id: string, work: (session: CheckoutSession) => Promise<View>): Promise<View> {
    const session = await ledger.find("checkout.session", id);
    if (!session)
      return {
        status: HttpStatus.NOT_FOUND,
        html: messagePage("This checkout does not exist", "Go back to Tessera and choose a plan again."),
      };
    if (session.status === "complete") return { to: successUrl(session) };
    if (session.status === "expired") {
      const link = session.cancel_url ? { href: session.cancel_url, label: "Back to Tessera" } : undefined;
      return {
        status: HttpStatus.GONE,
        html: messagePage(
          "This checkout has expired",
          "Nothing was paid. Choose the plan again to get a new one.",
          link,
        ),
      };
    }
    await ledger.enter(session.customer);
    return work(session);
  }

  private async form(ledger: Ledger, session: CheckoutSession, state: CheckoutState): Promise<View> {
    const price = await ledger.get("price", ledger.facts(session).price ?? "");
    const product = await ledger.get("product", price.product);
    const { email, address, name } = await ledger.get("customer", session.customer);
    const [known] = await taxIdsOf(ledger, session.customer);
    const renewsAt = addIntervals(ledger.now, price.recurring, 1);
    const code = await codeOn(ledger, session);
    return {
      status: state.errors || state.refusal || state.code ? HttpStatus.UNPROCESSABLE_ENTITY : HttpStatus.OK,
      html: checkoutPage(
        { session, product, price, email, renewsAt, used: code },
        {
          values: { ...addressFields(address), business_name: name ?? "", tax_number: known?.value ?? "" },
          ...state,
        },
      ),
      leadsTo: [session.success_url],
      takesCard: true,
    };
  }
}
