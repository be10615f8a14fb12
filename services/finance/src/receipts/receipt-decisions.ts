import { Injectable, type OnModuleInit } from "@nestjs/common";
import { MATCH_ENTRY, TOTAL_ENTRY } from "@tessera/contracts-finance/receipt-card.ts";
import { type EntryDecided, entryClosed, entryDecided } from "@tessera/contracts-queue/events.ts";
import { Database, type EventMark, Events, ProblemException, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { Acts } from "../acts/acts.ts";
import { Undo } from "../acts/undo.ts";
import { ReceiptEntries, receiptOf } from "./receipt-entries.ts";
import { ReceiptLinks } from "./receipt-links.ts";

interface EntryRow extends Record<string, unknown> {
  state: "open" | "accepted" | "declined";
  transaction_id: string | null;
  act_id: string | null;
  decided_at: string | null;
}

/**
 * What a person decides about receipts in their queue: the transaction that the entry names is linked, or refused;
 * taking the decision back undoes that. Events come at least once and in any order: the newest decision counts.
 */
@Injectable()
export class ReceiptDecisions implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly acts: Acts,
    private readonly undo: Undo,
    private readonly links: ReceiptLinks,
    private readonly entries: ReceiptEntries,
  ) {}

  onModuleInit() {
    this.events.on(entryDecided, "finance.receipts", async (decision, event) => {
      const id = receiptOf(decision.key);
      if (id && (decision.kind === MATCH_ENTRY || decision.kind === TOTAL_ENTRY) && decision.state !== "snoozed")
        await this.follow(id, decision, event);
    });
  }

  private async follow(id: string, { userId, key, state }: EntryDecided, event: EventMark): Promise<void> {
    const row = await this.database.as({ userId }, (tx) => rowOf(tx, id));
    if (!row) {
      // There is nothing left to decide about it.
      if (state === "open")
        await this.database.as({ userId }, (tx) => this.events.publish(tx, entryClosed, { userId, key }));
      return;
    }
    if (row.decided_at && event.at <= new Date(row.decided_at)) return;
    if (state === "open") await this.takeBack(id, userId, row.act_id, event);
    else if (state !== "snoozed" && row.state === "open") await this.decide(id, userId, state, event);
  }

  private async decide(id: string, userId: string, state: "accepted" | "declined", { at }: EventMark): Promise<void> {
    const words = state === "accepted" ? "Link a receipt" : "Refuse a transaction of a receipt";
    await this.acts.run({ userId }, "receipt", words, async (tx, act) => {
      const row = await rowOf(tx, id);
      if (row?.state !== "open") return {};
      await tx.execute(sql`
        update finance.receipt_entry set state = ${state}, act_id = ${act}, decided_at = ${at.toISOString()}
        where receipt_id = ${id}`);
      const { rows } = await tx.execute(sql`select from finance.transaction where id = ${row.transaction_id}`);
      // Where it went meanwhile, the entry asks about what there is now.
      if (rows.length && row.transaction_id !== null) {
        if (state === "accepted") await this.links.link(tx, userId, id, row.transaction_id, false);
        else await this.links.refuse(tx, userId, id, row.transaction_id);
      }
      return {};
    });
  }

  private async takeBack(id: string, userId: string, act: string | null, { at }: EventMark): Promise<void> {
    try {
      if (act) await this.undo.undo({ userId }, act);
    } catch (error) {
      // It was undone on a page, or something was changed since: the books stay as they are.
      if (!(error instanceof ProblemException)) throw error;
    }
    await this.database.as({ userId }, async (tx) => {
      await tx.execute(sql`
        update finance.receipt_entry set over = true, decided_at = ${at.toISOString()} where receipt_id = ${id}`);
      await this.entries.sync(tx, userId);
    });
  }
}

async function rowOf(tx: Tx, id: string): Promise<EntryRow | undefined> {
  const { rows } = await tx.execute<EntryRow>(sql`
    select state, transaction_id, act_id, decided_at from finance.receipt_entry where receipt_id = ${id} for update`);
  return rows[0];
}
