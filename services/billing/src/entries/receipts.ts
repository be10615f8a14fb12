import { Injectable } from "@nestjs/common";
import { notice } from "@tessera/contracts-settings/events.ts";
import { Clock, Events, type Tx } from "@tessera/service-kit";
import type Stripe from "stripe";
import type { News } from "../sync/write.ts";
import { moneyInWords } from "./money-in-words.ts";

/** An invoice that was paid before gets no receipt: this product may have learned of it late, or from a backup. */
const RECENT_MS = 7 * 86_400_000;

/** A mail for each invoice that was paid, and for each refund. */
@Injectable()
export class Receipts {
  constructor(
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

  /** @param paid invoices that were not known to be paid until now */
  async mailPaid(tx: Tx, userId: string, paid: Stripe.Invoice[]): Promise<void> {
    for (const { id, number, amount_paid, currency, created, status_transitions } of paid) {
      const paidAt = (status_transitions.paid_at ?? created) * 1000;
      if (!id || amount_paid <= 0 || this.clock.now().getTime() - paidAt > RECENT_MS) continue;
      await this.events.publish(tx, notice, {
        ...{ userId, key: `receipt:${id}`, kind: "payments" },
        subject: `Receipt: ${moneyInWords(amount_paid, currency)}`,
        lead: `Your payment of ${moneyInWords(amount_paid, currency)} for Tessera has arrived. It pays invoice ${number ?? id}, which is kept with the others.`,
        action: { label: "See your invoices", path: "/billing" },
      });
    }
  }

  async mailRefunded(tx: Tx, userId: string, refunded: News["refunded"]): Promise<void> {
    for (const { invoice, amount, total } of refunded) {
      const money = moneyInWords(amount, invoice.currency);
      await this.events.publish(tx, notice, {
        ...{ userId, key: `refund:${invoice.id}:${total}`, kind: "payments" },
        subject: `Refund: ${money}`,
        lead: `${money} of what you paid with invoice ${invoice.number ?? invoice.id} goes back to you. Your bank may take some days to show it.`,
        action: { label: "See your invoices", path: "/billing" },
      });
    }
  }
}
