import { Injectable, type OnModuleInit } from "@nestjs/common";
import { PAYMENT_ENTRY } from "@tessera/contracts-finance/recurring.ts";
import { type EntryDecided, entryClosed, entryDecided } from "@tessera/contracts-queue/events.ts";
import { Database, type EventMark, Events, ProblemException, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { Acts } from "../acts/acts.ts";
import { Undo } from "../acts/undo.ts";
import { PaymentEntries, paymentOf } from "./payment-entries.ts";

interface EntryRow extends Record<string, unknown> {
  state: "open" | "accepted" | "declined";
  act_id: string | null;
  decided_at: string | null;
}

/**
 * What a person decides about payments in their queue: one was made, or is left out; taking the decision back undoes
 * that. Events come at least once and in any order: the newest decision counts.
 */
@Injectable()
export class PaymentDecisions implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly acts: Acts,
    private readonly undo: Undo,
    private readonly entries: PaymentEntries,
  ) {}

  onModuleInit() {
    this.events.on(entryDecided, "finance.payments", async (decision, event) => {
      if (decision.kind === PAYMENT_ENTRY && decision.state !== "snoozed") await this.follow(decision, event);
    });
  }

  private async follow({ userId, key, state }: EntryDecided, event: EventMark): Promise<void> {
    const payment = paymentOf(key);
    if (!payment) return;
    const { id, due } = payment;
    const row = await this.database.as({ userId }, (tx) => rowOf(tx, id, due));
    if (!row) {
      // There is nothing left to decide about it.
      if (state === "open")
        await this.database.as({ userId }, (tx) => this.events.publish(tx, entryClosed, { userId, key }));
      return;
    }
    if (row.decided_at && event.at <= new Date(row.decided_at)) return;
    if (state === "open") await this.takeBack(id, due, userId, row.act_id, event);
    else if (state !== "snoozed" && row.state === "open") await this.decide(id, due, userId, state, event);
  }

  private async decide(
    id: string,
    due: string,
    userId: string,
    state: "accepted" | "declined",
    { at }: EventMark,
  ): Promise<void> {
    const words = state === "accepted" ? "Say that a payment was made" : "Leave a payment out";
    await this.acts.run({ userId }, "recurring", words, async (tx, act) => {
      const row = await rowOf(tx, id, due);
      if (row?.state !== "open") return {};
      await tx.execute(sql`
        update finance.recurring_entry set state = ${state}, act_id = ${act}, decided_at = ${at.toISOString()}
        where recurring_id = ${id} and due = ${due}::date`);
      await settle(tx, userId, id, { due, how: state === "accepted" ? "paid" : "skipped" });
      return {};
    });
  }

  private async takeBack(
    id: string,
    due: string,
    userId: string,
    act: string | null,
    { at }: EventMark,
  ): Promise<void> {
    try {
      if (act) await this.undo.undo({ userId }, act);
    } catch (error) {
      // It was undone on a page, or something was changed since: the books stay as they are.
      if (!(error instanceof ProblemException)) throw error;
    }
    await this.database.as({ userId }, async (tx) => {
      await tx.execute(sql`
        update finance.recurring_entry set decided_at = ${at.toISOString()}
        where recurring_id = ${id} and due = ${due}::date`);
      await this.entries.sync(tx, userId);
    });
  }
}

async function rowOf(tx: Tx, id: string, due: string): Promise<EntryRow | undefined> {
  const { rows } = await tx.execute<EntryRow>(sql`
    select state, act_id, decided_at from finance.recurring_entry
    where recurring_id = ${id} and due = ${due}::date for update`);
  return rows[0];
}

/** No transaction is waited for on that day. */
export const settle = (tx: Tx, userId: string, id: string, { due, how }: { due: string; how: "paid" | "skipped" }) =>
  tx.execute(sql`
    insert into finance.recurring_settled (user_id, recurring_id, due, how)
    values (${userId}, ${id}, ${due}::date, ${how})
    on conflict (recurring_id, due) do update set how = excluded.how`);
