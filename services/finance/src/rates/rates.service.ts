import { Injectable } from "@nestjs/common";
import { MAX_RATE_FILE_BYTES, MAX_RATES, MAX_SHOWN_RATES } from "@tessera/contracts-finance/limits.ts";
import { noRates, rateFileTooLarge, rateNotFound, tooManyRates } from "@tessera/contracts-finance/problems.ts";
import type {
  NewRate,
  Rate,
  RateChanged,
  RateList,
  RatePair,
  RatePairQuery,
  RateQuery,
  RatesDeleted,
  RatesImported,
} from "@tessera/contracts-finance/rates.ts";
import {
  type Caller,
  Clock,
  ContentError,
  Database,
  problem,
  readersOf,
  type Tx,
  UntrustedReaders,
  type Upload,
} from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { Acts } from "../acts/acts.ts";
import { onlyUpload } from "../http/only-upload.ts";
import type * as readers from "../readers.ts";

const MB = 1024 * 1024;
const RATES = readersOf<typeof readers>("@tessera/service-finance/readers")("rates", {
  ...{ cpuMs: 10_000, maxInput: MAX_RATE_FILE_BYTES + MB, maxOutput: 32 * MB },
});
/** Days before the first transaction from which rates are kept: the first ones need one from before. */
const DAYS_BEFORE = 10;

interface RateRow extends Record<string, unknown> {
  id: string;
  base: string;
  quote: string;
  day: string;
  rate: string;
  file: string | null;
}
const shown = ({ id, base, quote, day, rate, file }: RateRow): Rate => ({
  ...{ id, base, quote, day, rate: Number(rate), file },
});

@Injectable()
export class RatesService {
  constructor(
    private readonly database: Database,
    private readonly acts: Acts,
    private readonly untrusted: UntrustedReaders,
    private readonly clock: Clock,
  ) {}

  async list(caller: Caller, { base, quote }: RateQuery): Promise<RateList> {
    return this.database.as(caller, async (tx) => {
      const pairs = await tx.execute<RatePair & Record<string, unknown>>(sql`
        select base, quote, count(*)::int as days, min(day)::text as from, max(day)::text as to
        from finance.rate where user_id = ${caller.userId} group by 1, 2 order by base, quote`);
      const pair = pairs.rows.find((one) => one.base === base && one.quote === quote) ?? pairs.rows[0];
      if (!pair) return { pairs: [], items: [] };
      const { rows } = await tx.execute<RateRow>(sql`
        select id, base, quote, day::text as day, rate, file from finance.rate
        where user_id = ${caller.userId} and base = ${pair.base} and quote = ${pair.quote}
        order by day desc limit ${MAX_SHOWN_RATES}`);
      return { pairs: pairs.rows, items: rows.map(shown) };
    });
  }

  /** @throws ProblemException 409 `too_many_rates` */
  async set(caller: Caller, { base, quote, day, rate }: NewRate): Promise<RateChanged> {
    return this.acts.run(caller, "rate", `Give a rate: 1 ${base} is ${rate} ${quote} on ${day}`, async (tx) => {
      const { rows } = await tx.execute<RateRow>(sql`
        insert into finance.rate (user_id, base, quote, day, rate, source, created_at)
        values (${caller.userId}, ${base}, ${quote}, ${day}, ${rate}, 'person', ${this.clock.now().toISOString()})
        on conflict (user_id, base, quote, day) do update
          set rate = excluded.rate, source = excluded.source, file = null
        returning id, base, quote, day::text as day, rate, file`);
      await checkCount(tx, caller);
      return { rate: shown(rows[0]!) };
    });
  }

  /** @throws ProblemException 404 `rate_not_found` */
  async remove(caller: Caller, id: string): Promise<{ act: string }> {
    return this.acts.run(caller, "rate", "Delete a rate", async (tx) => {
      const { rows } = await tx.execute(sql`delete from finance.rate where id = ${id} returning id`);
      if (!rows.length) throw problem(rateNotFound);
      return {};
    });
  }

  /** @throws ProblemException 404 `rate_not_found` */
  async removePair(caller: Caller, { base, quote }: RatePairQuery): Promise<RatesDeleted> {
    return this.acts.run(caller, "rate", `Delete the rates of ${base} in ${quote}`, async (tx) => {
      const { rows } = await tx.execute(sql`
        delete from finance.rate where user_id = ${caller.userId} and base = ${base} and quote = ${quote}
        returning id`);
      if (!rows.length) throw problem(rateNotFound);
      return { deleted: rows.length };
    });
  }

  /**
   * Keeps what a file says of the person's currencies, from their first transaction on.
   * @throws ProblemException 400 `no_rates`, 409 `too_many_rates`, 413 `rate_file_too_large`
   */
  async importFile(caller: Caller, uploads: AsyncIterable<Upload>): Promise<RatesImported> {
    const { name, bytes } = await onlyUpload(uploads, MAX_RATE_FILE_BYTES, {
      none: () => problem(noRates, { reason: "Choose a CSV file of exchange rates." }),
      tooLarge: () => problem(rateFileTooLarge, { megabytes: MAX_RATE_FILE_BYTES / MB }),
    });
    const wanted = await this.database.as(caller, (tx) => this.wanted(tx, caller.userId));
    const { value: read } = await this.untrusted
      .read(RATES, { value: wanted, blobs: [bytes] }, { person: caller.userId })
      .catch((error: unknown) => {
        if (!(error instanceof ContentError)) throw error;
        throw problem(noRates, { reason: error.message.replace(/\bcontent\b/, "file") });
      });
    const reason = whyNone(read, wanted.currencies);
    if (reason) throw problem(noRates, { reason });
    return this.acts.run(caller, "rate", `Import rates of ${name}`, async (tx) => {
      const { rows } = await tx.execute<{ day: string; quote: string; base: string }>(sql`
        insert into finance.rate (user_id, base, quote, day, rate, source, file, created_at)
        select distinct on (r.base, r.quote, r.day) ${caller.userId}::uuid, r.base, r.quote, r.day, r.rate, 'file',
          ${name}::text, ${this.clock.now().toISOString()}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(read.rates)}::jsonb) r (base text, quote text, day date, rate numeric)
        on conflict (user_id, base, quote, day) do update set rate = excluded.rate, file = excluded.file
          where rate.source = 'file' and (rate.rate, rate.file) is distinct from (excluded.rate, excluded.file)
        returning base, quote, day::text as day`);
      await checkCount(tx, caller);
      const days = rows.map(({ day }) => day).sort();
      return {
        rates: rows.length,
        currencies: [...new Set(rows.flatMap(({ base, quote }) => [base, quote]))].sort(),
        ...{ from: days[0] ?? null, to: days.at(-1) ?? null, broken: read.broken, reason: read.reason },
      };
    });
  }

  /** Currencies of accounts, receipts, payments abroad and rates that were given, and the euro that tables are in. */
  private async wanted(tx: Tx, userId: string): Promise<{ currencies: string[]; since: string }> {
    const { rows } = await tx.execute<{ currencies: string[]; since: string }>(sql`
      select array(
          select currency from finance.account where user_id = ${userId}
          union select currency from finance.receipt where user_id = ${userId}
          union select original_currency from finance.transaction
            where user_id = ${userId} and original_currency is not null
          union select base from finance.rate where user_id = ${userId}
          union select quote from finance.rate where user_id = ${userId}
          union select 'EUR'
        ) as currencies,
        (select (coalesce(min(date), ${this.clock.now().toISOString()}::date) - ${DAYS_BEFORE}::int)::text
          from finance.transaction where user_id = ${userId}) as since`);
    return rows[0]!;
  }
}

/** Why nothing of a file can be kept, in a sentence. */
function whyNone(
  { rates, currencies, reason }: { rates: unknown[]; currencies: string[]; reason: string | null },
  wanted: readonly string[],
): string | null {
  if (rates.length) return null;
  if (!currencies.length)
    return `No rates were found in this file. ${reason ?? "It needs a column Date, and a column for each currency."}`;
  if (wanted.length < 2) return "Your accounts have one currency. Add an account in another one first.";
  return `The file says nothing of ${wanted.join(" and ")} since your first transaction.`;
}

/** @throws ProblemException 409 `too_many_rates` */
async function checkCount(tx: Tx, { userId }: Caller): Promise<void> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from finance.rate where user_id = ${userId}`);
  if (rows[0]!.count > MAX_RATES) throw problem(tooManyRates, { limit: MAX_RATES });
}
