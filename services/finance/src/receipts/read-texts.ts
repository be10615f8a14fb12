import { Injectable } from "@nestjs/common";
import { Database, readersOf, type Tx, UntrustedReaders } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type * as readers from "../readers.ts";
import type { ReadReceipt } from "./read/read-receipt.ts";

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

/** Reads what receipts say, in a process of its own: their authors are not trusted. */
@Injectable()
export class ReadTexts {
  constructor(
    private readonly database: Database,
    private readonly readers: UntrustedReaders,
  ) {}

  /** @param seen the day on which it came in @throws ContentError where the text cannot be read */
  async read(
    userId: string,
    { text, seen }: { text: string; seen: string },
    signal?: AbortSignal,
  ): Promise<ReadReceipt> {
    const { payees, currency } = await this.database.as({ userId }, (tx) => books(tx, userId));
    const value = {
      ...{ text: text.slice(0, MAX_TEXT).toWellFormed(), seen },
      ...{ payees: payees ?? [], currency: currency ?? USUAL },
    };
    return (await this.readers.read(RECEIPT, { value, blobs: [] }, { person: userId, signal })).value;
  }
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
