import { Injectable, type OnModuleInit } from "@nestjs/common";
import { RECEIPT_STEP, RECEIPT_TYPE } from "@tessera/contracts-finance/receipt-card.ts";
import { cardMoved } from "@tessera/contracts-items/events.ts";
import {
  CardSteps,
  Clock,
  ContentError,
  Database,
  Events,
  PermanentError,
  readersOf,
  type StepCard,
  type Tx,
  UntrustedReaders,
} from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type * as readers from "../readers.ts";
import type { ReadReceipt } from "./read/read-receipt.ts";
import { cardFields } from "./receipt-cards.ts";
import { ReceiptEntries } from "./receipt-entries.ts";
import { ReceiptLinks } from "./receipt-links.ts";

const MB = 1024 * 1024;
const RECEIPT = readersOf<typeof readers>("@tessera/service-finance/readers")("receipt", {
  ...{ cpuMs: 5_000, maxInput: 8 * MB, maxOutput: MB },
});
/** Characters of a text that are handed on: the reader looks at fewer. */
const MAX_TEXT = 100_000;
/** Payees that a shop may be one of: those that were added last. */
const MAX_PAYEES = 2_000;
/** Currency of a receipt that says none, where the person has no account. */
const USUAL = "EUR";

interface BooksRow extends Record<string, unknown> {
  payees: { name: string; spellings: string[] }[] | null;
  currency: string | null;
}

/** Reads cards of receipts once the words of their files are known, and follows where the cards go. */
@Injectable()
export class ReceiptSteps implements OnModuleInit {
  constructor(
    private readonly steps: CardSteps,
    private readonly events: Events,
    private readonly database: Database,
    private readonly readers: UntrustedReaders,
    private readonly links: ReceiptLinks,
    private readonly entries: ReceiptEntries,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.steps.define({
      ...{ type: RECEIPT_TYPE, step: RECEIPT_STEP, label: "Receipt" },
      run: (card, { signal }) => this.read(card, signal),
    });
    this.events.on(cardMoved, "finance.receipts", async ({ userId, itemId, type, to }) => {
      if (type !== RECEIPT_TYPE) return;
      await this.database.as({ userId }, async (tx) => {
        if (to === "gone") {
          await this.entries.drop(tx, userId, itemId);
          await tx.execute(sql`delete from finance.receipt where id = ${itemId}`);
        } else await tx.execute(sql`update finance.receipt set in_trash = ${to === "trash"} where id = ${itemId}`);
        await this.entries.sync(tx, userId);
      });
    });
  }

  private async read({ userId, itemId, data }: StepCard, signal: AbortSignal): Promise<Record<string, unknown>> {
    const text = typeof data.text === "string" ? data.text.slice(0, MAX_TEXT).toWellFormed() : "";
    if (!/\p{L}/u.test(text))
      throw new PermanentError("No words were found in the file. Enter what the receipt says by hand");
    const now = this.clock.now().toISOString();
    const seen = /^\d{4}-\d\d-\d\d/.exec(String(data.takenAt ?? ""))?.[0] ?? now.slice(0, 10);
    const { payees, currency } = await this.database.as({ userId }, (tx) => books(tx, userId));
    const value = { text, seen, payees: payees ?? [], currency: currency ?? USUAL };
    const read = await this.readers.read(RECEIPT, { value, blobs: [] }, { person: userId, signal }).catch(inWords);
    return this.database.as({ userId }, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`finance ${userId}`}, 0))`);
      const kept = await keep(tx, userId, itemId, read.value, now);
      await this.links.match(tx, userId);
      await this.entries.sync(tx, userId);
      return cardFields(kept);
    });
  }
}

function inWords(error: unknown): never {
  if (!(error instanceof ContentError)) throw error;
  throw new PermanentError(error.message.replace(/\bcontent\b/, "receipt"));
}

async function books(tx: Tx, userId: string): Promise<BooksRow> {
  const { rows } = await tx.execute<BooksRow>(sql`
    select (select json_agg(json_build_object('name', p.name, 'spellings', p.aliases)) from (
        select name, aliases from finance.payee where user_id = ${userId}
        order by created_at desc limit ${MAX_PAYEES}) p) as payees,
      (select currency from finance.account where user_id = ${userId}
        group by currency order by count(*) desc, currency limit 1) as currency`);
  return rows[0]!;
}

interface KeptRow extends Record<string, unknown> {
  merchant: string | null;
  date: string | null;
  currency: string;
  total: string | null;
}

/** Stores what was read; fields that the person set stay. The same job again changes nothing. */
async function keep(tx: Tx, userId: string, id: string, read: ReadReceipt, now: string): Promise<KeptRow> {
  const { lines, ...found } = read;
  const all = { ...found, lines };
  const byHand = (field: string) => sql`${field} = any(finance.receipt.by_hand)`;
  const kept = (field: string) => {
    const column = sql.raw(`"${field}"`);
    return sql`${column} = case when ${byHand(field)} then finance.receipt.${column} else excluded.${column} end`;
  };
  const { rows } = await tx.execute<KeptRow>(sql`
    insert into finance.receipt (id, user_id, merchant, date, currency, total, tax, lines, found, created_at)
    values (${id}, ${userId}, ${found.merchant?.value ?? null}, ${found.date?.value ?? null}, ${found.currency.value},
      ${found.total?.value ?? null}, ${found.tax?.value ?? null}, ${JSON.stringify(lines)}::jsonb,
      ${JSON.stringify(all)}::jsonb, ${now})
    on conflict (id) do update set
      ${sql.join(["merchant", "date", "currency", "total", "tax", "lines"].map(kept), sql`, `)},
      found = excluded.found
    returning merchant, date::text as date, currency, total`);
  return rows[0]!;
}
