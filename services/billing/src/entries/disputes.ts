import { Injectable } from "@nestjs/common";
import { administratorsEntry } from "@tessera/contracts-queue/events.ts";
import { Events, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { Unanswered } from "../sync/reversals.ts";
import type { News } from "../sync/write.ts";
import { entryKey } from "./entry-key.ts";
import { LONG_DATE } from "./long-date.ts";
import { moneyInWords } from "./money-in-words.ts";

const KIND = "dispute";
const keyOf = (dispute: string) => entryKey(`${KIND} ${dispute}`);

/**
 * A disputed payment is lost unless the bank is answered in time: an entry in the queue of each administrator, until it
 * is answered or decided.
 */
@Injectable()
export class Disputes {
  constructor(private readonly events: Events) {}

  async follow(tx: Tx, disputes: News["disputes"]): Promise<void> {
    for (const { invoice, now, before } of disputes) {
      if (before) await this.close(tx, before);
      if (now) await this.open(tx, invoice, now);
    }
  }

  /** The person's account goes, and with it what could close the entries. */
  async forget(tx: Tx, userId: string): Promise<void> {
    const { rows } = await tx.execute<{ dispute: string }>(sql`
      select unanswered_dispute as dispute from billing.invoice
      where user_id = ${userId} and unanswered_dispute is not null`);
    for (const { dispute } of rows) await this.close(tx, dispute);
  }

  private async open(tx: Tx, { number, id, currency }: Stripe.Invoice, { id: dispute, amount, dueBy }: Unanswered) {
    const day = dueBy === null ? "" : ` by ${LONG_DATE.format(dueBy * 1000)}`;
    const line = `${moneyInWords(amount, currency)} of invoice ${number ?? id}. Answer the bank${day} at the payment provider, or the money is lost.`;
    await this.events.publish(tx, administratorsEntry, {
      ...{ key: keyOf(dispute), state: "open", kind: KIND, title: "A payment is disputed" },
      ...{ line, path: "/billing" },
    });
  }

  private close(tx: Tx, dispute: string): Promise<void> {
    return this.events.publish(tx, administratorsEntry, {
      key: keyOf(dispute),
      state: "closed",
      kind: KIND,
      title: "",
    });
  }
}
