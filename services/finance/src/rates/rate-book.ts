import { decimalsOf } from "@tessera/contracts-finance/currencies.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

/** What one unit is worth on a day. `over`: the currency between, where no rate has both. */
export interface KnownRate {
  rate: number;
  day: string;
  /** Null: the person said so. */
  file: string | null;
  over: string | null;
}
interface RateRow extends Record<string, unknown> {
  base: string;
  quote: string;
  day: string;
  rate: string;
  file: string | null;
}

/** The person's exchange rates: of each day the one that was known last. */
export class RateBook {
  /** Of each pair as it was given, the oldest day first. */
  private readonly pairs = new Map<string, RateRow[]>();
  private readonly currencies = new Set<string>();

  constructor(rows: readonly RateRow[]) {
    for (const row of rows) {
      const key = `${row.base} ${row.quote}`;
      this.pairs.set(key, [...(this.pairs.get(key) ?? []), row]);
      this.currencies.add(row.base).add(row.quote);
    }
  }

  get isEmpty(): boolean {
    return this.pairs.size === 0;
  }

  /** Null when none is known on that day or before. */
  on(from: string, to: string, day: string): KnownRate | null {
    if (from === to) return { rate: 1, day, file: null, over: null };
    const direct = this.between(from, to, day);
    if (direct) return direct;
    const ways = [...this.currencies].flatMap((over) => {
      const [there, on] = [this.between(from, over, day), this.between(over, to, day)];
      if (!there || !on) return [];
      const older = there.day < on.day ? there : on;
      return [{ rate: there.rate * on.rate, day: older.day, file: there.file ?? on.file, over }];
    });
    return ways.sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : a.over < b.over ? -1 : 1))[0] ?? null;
  }

  /** Minor units of one currency to those of another. */
  factor(from: string, to: string, day: string): number | null {
    const known = this.on(from, to, day);
    return known && known.rate * 10 ** (decimalsOf(to) - decimalsOf(from));
  }

  private between(from: string, to: string, day: string): KnownRate | null {
    const given = lastOf(this.pairs.get(`${from} ${to}`), day);
    const turned = lastOf(this.pairs.get(`${to} ${from}`), day);
    if (given && (!turned || given.day >= turned.day))
      return { rate: Number(given.rate), day: given.day, file: given.file, over: null };
    return turned && { rate: 1 / Number(turned.rate), day: turned.day, file: turned.file, over: null };
  }
}

function lastOf(rows: readonly RateRow[] | undefined, day: string): RateRow | null {
  let [low, high] = [0, rows?.length ?? 0];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows![middle]!.day <= day) low = middle + 1;
    else high = middle;
  }
  return rows?.[low - 1] ?? null;
}

/** Rates of these days, and of each pair the last one before them. */
export async function rateBook(tx: Tx, userId: string, { from, to }: { from: string; to: string }): Promise<RateBook> {
  const { rows } = await tx.execute<RateRow>(sql`
    select base, quote, day::text as day, rate, file from (
      (select distinct on (base, quote) base, quote, day, rate, file from finance.rate
        where user_id = ${userId} and day < ${from}::date order by base, quote, day desc)
      union all
      (select base, quote, day, rate, file from finance.rate
        where user_id = ${userId} and day >= ${from}::date and day <= ${to}::date)
    ) known order by base, quote, day`);
  return new RateBook(rows);
}
