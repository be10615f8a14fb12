import type { ImportCommit } from "@tessera/contracts-finance/imports.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Plan, Planned } from "./plan-import.ts";

/** A statement that a person brings into an account. */
export type Choice = z.output<typeof ImportCommit>["statements"][number];

/** What one transaction writes: entries, or what is clear among those of some days. */
export type Part =
  | {
      accountId: string;
      /** Opening balance that the account gets; null: it keeps its own. */
      opening: number | null;
      entries: Planned[];
      /** Entries of the statement that it stands for. */
      count: number;
    }
  | { days: { from: string; to: string } };

/** Entries in one part. The embedded database writes them in about 100 ms, and other requests wait that long. */
export const PART_ENTRIES = 100;

/** A plan in parts, the oldest entries first: a part touches few months, whose sums are counted again. */
export function* partsOf(accountId: string, { entries, opening }: Plan): Generator<Part> {
  const sorted = entries
    .filter(({ what, existing }) => what === "new" || existing)
    .toSorted((a, b) => (a.entry.date < b.entry.date ? -1 : a.entry.date > b.entry.date ? 1 : 0))
    .map(({ existing, ...one }) => ({ ...one, existing: existing && { id: existing.id, amount: existing.amount } }));
  // What needs nothing is gone through with the first part.
  let count = entries.length - sorted.length;
  for (let from = 0; from === 0 || from < sorted.length; from += PART_ENTRIES) {
    const some = sorted.slice(from, from + PART_ENTRIES);
    count += some.length;
    yield { accountId, opening: from === 0 ? opening : null, entries: some, count };
    count = 0;
  }
  const days = sorted.flatMap(({ what, entry }) => (what === "new" ? entry.date : []));
  for (const month of Map.groupBy(days, (day) => day.slice(0, 7)).values())
    yield { days: { from: month[0]!, to: month.at(-1)! } };
}

/** Takes the next part of a plan; it is gone once the transaction is committed. */
export async function nextPart(tx: Tx, importId: string, plan: string): Promise<Part | undefined> {
  const { rows } = await tx.execute<{ content: Part }>(sql`
    delete from finance.bank_import_part where import_id = ${importId} and plan = ${plan} and place = (
      select min(place) from finance.bank_import_part where import_id = ${importId} and plan = ${plan})
    returning content`);
  return rows[0]?.content;
}
