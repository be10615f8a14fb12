import { Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { ReadReceipt } from "./read/read-receipt.ts";
import { ReceiptEntries } from "./receipt-entries.ts";
import { ReceiptLinks } from "./receipt-links.ts";

interface NewReceipt {
  /** That of its card. */
  id: string;
  read: ReadReceipt;
  fromMail: boolean;
  /** Cards whose place it takes. */
  replaces?: readonly string[];
}
interface KeptRow extends Record<string, unknown> {
  merchant: string | null;
  date: string | null;
  currency: string;
  total: string | null;
}

/** Keeps what a receipt says, and links it where one transaction is certain; else the queue asks the person. */
@Injectable()
export class KeepReceipts {
  constructor(
    private readonly database: Database,
    private readonly links: ReceiptLinks,
    private readonly entries: ReceiptEntries,
    private readonly clock: Clock,
  ) {}

  keep(userId: string, receipt: NewReceipt): Promise<KeptRow> {
    return this.database.as({ userId }, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`finance ${userId}`}, 0))`);
      for (const id of receipt.replaces ?? []) await this.entries.forget(tx, userId, id);
      const kept = await store(tx, userId, receipt, this.clock.now().toISOString());
      await this.links.match(tx, userId);
      await this.entries.sync(tx, userId);
      return kept;
    });
  }
}

/** Fields that the person set stay. The same again changes nothing. */
async function store(tx: Tx, userId: string, { id, read, fromMail }: NewReceipt, now: string): Promise<KeptRow> {
  const { lines, ...found } = read;
  const all = { ...found, lines };
  const byHand = (field: string) => sql`${field} = any(finance.receipt.by_hand)`;
  const kept = (field: string) => {
    const column = sql.raw(`"${field}"`);
    return sql`${column} = case when ${byHand(field)} then finance.receipt.${column} else excluded.${column} end`;
  };
  const { rows } = await tx.execute<KeptRow>(sql`
    insert into finance.receipt (id, user_id, merchant, date, currency, total, tax, lines, found, from_mail, created_at)
    values (${id}, ${userId}, ${found.merchant?.value ?? null}, ${found.date?.value ?? null}, ${found.currency.value},
      ${found.total?.value ?? null}, ${found.tax?.value ?? null}, ${JSON.stringify(lines)}::jsonb,
      ${JSON.stringify(all)}::jsonb, ${fromMail}, ${now})
    on conflict (id) do update set
      ${sql.join(["merchant", "date", "currency", "total", "tax", "lines"].map(kept), sql`, `)},
      found = excluded.found
    returning merchant, date::text as date, currency, total`);
  return rows[0]!;
}
