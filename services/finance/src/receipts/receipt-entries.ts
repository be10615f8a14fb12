import { Injectable } from "@nestjs/common";
import { decimalOf } from "@tessera/contracts-finance/currencies.ts";
import { MATCH_ENTRY, TOTAL_ENTRY } from "@tessera/contracts-finance/receipt-card.ts";
import {
  entryClosed,
  entryOpened,
  MAX_ENTRY_LINE_LENGTH,
  MAX_ENTRY_TITLE_LENGTH,
} from "@tessera/contracts-queue/events.ts";
import { Events, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { readTransactions } from "../transactions/read-transactions.ts";
import { findPairs } from "./find-pairs.ts";

const PREFIX = "receipt:";
/** Key of the queue's entry for a receipt. */
export const entryKey = (receiptId: string) => `${PREFIX}${receiptId}`;
/** The receipt of such a key. */
export const receiptOf = (key: string) => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : null);

/** Receipts that are asked about at once, the newest; mails last. */
const MAX_ASKED = 500;

interface AskedRow extends Record<string, unknown> {
  id: string;
  merchant: string | null;
  currency: string;
  total: string | null;
  waits: boolean;
  state: "open" | "accepted" | "declined" | null;
  kind: string | null;
  transaction_id: string | null;
  line: string | null;
  over: boolean | null;
}
/** What a receipt asks for. */
interface Wanted {
  kind: "match" | "total";
  transactionId: string | null;
  line: string;
}

/** Receipts that need a person are entries of their queue, for as long as they do. */
@Injectable()
export class ReceiptEntries {
  constructor(private readonly events: Events) {}

  /** Opens, renews and closes the person's entries, as their books are now. */
  async sync(tx: Tx, userId: string): Promise<void> {
    const { rows } = await tx.execute<AskedRow>(sql`
      select c.id, c.merchant, c.currency, c.total, not c.in_trash and l.id is null as waits, e.state, e.kind,
        e.transaction_id, e.line, e.over
      from finance.receipt c left join finance.receipt_link l on l.receipt_id = c.id
        left join finance.receipt_entry e on e.receipt_id = c.id
      where c.user_id = ${userId} and (not c.in_trash and l.id is null or e.state is not null and not e.over)
      order by c.from_mail, c.created_at desc, c.id desc limit ${MAX_ASKED}`);
    if (!rows.length) return;
    const wanted = await wantedOf(tx, userId, rows);
    for (const row of rows) await this.settle(tx, userId, row, wanted.get(row.id) ?? null);
  }

  /** The receipt goes: nobody has to decide about it. */
  async drop(tx: Tx, userId: string, receiptId: string): Promise<void> {
    const { rows } = await tx.execute(
      sql`delete from finance.receipt_entry where receipt_id = ${receiptId} and state = 'open' returning receipt_id`,
    );
    if (rows.length) await this.events.publish(tx, entryClosed, { userId, key: entryKey(receiptId) });
  }

  /** A mail is a receipt no more: a card was made of it. */
  async forget(tx: Tx, userId: string, id: string): Promise<void> {
    const { rows } = await tx.execute(sql`select from finance.receipt where id = ${id} and from_mail`);
    if (!rows.length) return;
    await this.drop(tx, userId, id);
    await tx.execute(sql`delete from finance.receipt where id = ${id}`);
  }

  private async settle(tx: Tx, userId: string, row: AskedRow, wanted: Wanted | null): Promise<void> {
    if (!wanted) {
      if (row.state === "open") await this.drop(tx, userId, row.id);
      else if (row.state)
        await tx.execute(sql`update finance.receipt_entry set over = true where receipt_id = ${row.id}`);
      return;
    }
    const { kind, transactionId, line } = wanted;
    const isSame = row.kind === kind && row.transaction_id === transactionId;
    if (row.state === "open" ? isSame && row.line === line : row.state && isSame && !row.over) return;
    await tx.execute(sql`
      insert into finance.receipt_entry (receipt_id, user_id, kind, state, transaction_id, line)
      values (${row.id}, ${userId}, ${kind}, 'open', ${transactionId}, ${line})
      on conflict (receipt_id) do update set kind = excluded.kind, state = 'open', line = excluded.line,
        transaction_id = excluded.transaction_id, act_id = null, over = false`);
    await this.events.publish(tx, entryOpened, {
      ...{ userId, key: entryKey(row.id), itemId: row.id, path: `/finance/receipts?receipt=${row.id}` },
      kind: kind === "match" ? MATCH_ENTRY : TOTAL_ENTRY,
      title: titleOf(row).slice(0, MAX_ENTRY_TITLE_LENGTH),
      line: line.slice(0, MAX_ENTRY_LINE_LENGTH),
    });
  }
}

const shown = (amount: number, currency: string) => `${decimalOf(amount, currency)} ${currency}`;
const titleOf = ({ merchant, total, currency }: AskedRow) =>
  `Receipt ${merchant ?? "without a shop"}${total === null ? "" : `, ${shown(Number(total), currency)}`}`;

async function wantedOf(tx: Tx, userId: string, rows: readonly AskedRow[]): Promise<Map<string, Wanted>> {
  const waiting = rows.filter(({ waits }) => waits);
  const wanted = new Map<string, Wanted>();
  for (const { id, total } of waiting)
    if (Number(total ?? 0) === 0)
      wanted.set(id, { kind: "total", transactionId: null, line: "No total could be read. Enter it by hand." });
  const pairs = waiting.length > wanted.size ? await findPairs(tx, userId) : [];
  const byReceipt = Map.groupBy(pairs, ({ from }) => from);
  const best = [...byReceipt].map(([id, own]) => ({
    ...{ id, count: own.length },
    pair: own.reduce((a, b) => (b.weight > a.weight || (b.weight === a.weight && b.to < a.to) ? b : a)),
  }));
  const booked = await readTransactions(
    tx,
    best.map(({ pair }) => pair.to),
  );
  for (const { id, count, pair } of best) {
    const { date, amount, currency, payee, payeeText } = booked.get(pair.to)!;
    const name = payee?.name ?? payeeText ?? "a transaction";
    const others = count === 1 ? "" : ` ${count - 1} more may be it.`;
    const line = `${name} on ${date}, ${shown(amount, currency)}: ${pair.weight} of 100.${others}`;
    wanted.set(id, { kind: "match", transactionId: pair.to, line });
  }
  return wanted;
}
