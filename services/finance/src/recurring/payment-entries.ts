import { Injectable } from "@nestjs/common";
import { decimalOf } from "@tessera/contracts-finance/currencies.ts";
import { REMIND_DAYS } from "@tessera/contracts-finance/limits.ts";
import { PAYMENT_ENTRY } from "@tessera/contracts-finance/recurring.ts";
import {
  entryClosed,
  entryOpened,
  MAX_ENTRY_LINE_LENGTH,
  MAX_ENTRY_TITLE_LENGTH,
} from "@tessera/contracts-queue/events.ts";
import { Clock, Events, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { addDays } from "./cadence.ts";
import { expectedOf, nameOf, type RecurringRow, recurringRows } from "./recurring-row.ts";
import { isPast, standingOf, whyOf } from "./standing.ts";

const PREFIX = "payment:";
/** Key of the queue's entry for a payment that is due. */
export const paymentKey = (id: string, due: string) => `${PREFIX}${id}:${due}`;
/** What such a key names. */
export function paymentOf(key: string): { id: string; due: string } | null {
  const [, id, due] = /^payment:([\da-f-]{36}):(\d{4}-\d\d-\d\d)$/.exec(key) ?? [];
  return id && due ? { id, due } : null;
}

interface EntryRow extends Record<string, unknown> {
  recurring_id: string;
  due: string;
  state: "open" | "accepted" | "declined";
  /** Title and second line, as the queue was told them. */
  words: string;
}

/**
 * Confirmed payments that are due are entries of the person's queue until their transaction comes, or they say that it
 * was made or is left out. What comes in is asked for once it is past waiting.
 */
@Injectable()
export class PaymentEntries {
  constructor(
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

  /** Opens, renews and closes the person's entries, as their books are now. */
  async sync(tx: Tx, userId: string): Promise<void> {
    const entries = await tx.execute<EntryRow>(sql`
      select recurring_id, due::text as due, state, words from finance.recurring_entry where user_id = ${userId}`);
    const confirmed = await recurringRows(tx, userId, sql`r.state = 'confirmed'`);
    if (!entries.rows.length && !confirmed.length) return;
    const today = this.clock.now().toISOString().slice(0, 10);
    const ahead = await remindDaysOf(tx, userId);
    const asked = ahead === null ? [] : confirmed.filter((row) => isAsked(row, today, ahead));
    const wanted = new Map(asked.map((row) => [paymentKey(row.id, standingOf(row, today).due!), row]));
    const before = new Map(entries.rows.map((entry) => [paymentKey(entry.recurring_id, entry.due), entry]));
    for (const [key, { recurring_id, due, state }] of before) {
      if (wanted.has(key) || state !== "open") continue;
      await tx.execute(
        sql`delete from finance.recurring_entry where recurring_id = ${recurring_id} and due = ${due}::date`,
      );
      await this.events.publish(tx, entryClosed, { userId, key });
    }
    for (const [key, row] of wanted) await this.open(tx, userId, key, row, before.get(key));
  }

  private async open(tx: Tx, userId: string, key: string, row: RecurringRow, before?: EntryRow): Promise<void> {
    const { due } = paymentOf(key)!;
    const amount = expectedOf(row);
    const about = `${row.varies && row.own_amount === null ? "about " : ""}${shown(Math.abs(amount), row.currency)}`;
    const line = `${amount < 0 ? "Due" : "Expected"} on ${due}, ${about}. ${whyOf(row)}`;
    const title = amount < 0 ? `Pay ${nameOf(row)}, ${about}` : `${nameOf(row)} has not come, ${about}`;
    const words = `${title}\n${line}`;
    if (before?.state === "open" && before.words === words) return;
    await tx.execute(sql`
      insert into finance.recurring_entry (recurring_id, due, user_id, state, words)
      values (${row.id}, ${due}::date, ${userId}, 'open', ${words})
      on conflict (recurring_id, due) do update set state = 'open', words = excluded.words, act_id = null`);
    await this.events.publish(tx, entryOpened, {
      ...{ userId, key, kind: PAYMENT_ENTRY, path: `/finance/recurring?payment=${row.id}` },
      ...{ title: title.slice(0, MAX_ENTRY_TITLE_LENGTH), line: line.slice(0, MAX_ENTRY_LINE_LENGTH) },
      // Banks write the names of payees.
      outside: true,
    });
  }
}

const shown = (amount: number, currency: string) => `${decimalOf(amount, currency)} ${currency}`;

function isAsked(row: RecurringRow, today: string, ahead: number): boolean {
  const { due } = standingOf(row, today);
  if (due === null) return false;
  return expectedOf(row) < 0 ? due <= addDays(today, ahead) : isPast(due, row.every, today);
}

/** Days before a payment is due that the queue asks for it; null: never. */
export async function remindDaysOf(tx: Tx, userId: string): Promise<number | null> {
  const { rows } = await tx.execute<{ remind_days: number | null }>(
    sql`select remind_days from finance.preference where user_id = ${userId}`,
  );
  return rows[0] ? rows[0].remind_days : REMIND_DAYS;
}
