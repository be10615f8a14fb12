import { splitsDiffer } from "@tessera/contracts-finance/problems.ts";
import type { Split } from "@tessera/contracts-finance/transactions.ts";
import { problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

/**
 * The splits of a transaction after a change: those that are given, else those it has, where one split follows the
 * amount.
 * @throws ProblemException 400 `splits_differ`
 */
export function splitsOf(
  amount: number,
  given: { splits?: Split[]; categoryId?: string | null },
  had: readonly Split[] = [{ amount, categoryId: null, note: null }],
): Split[] {
  const { splits, categoryId } = given;
  if (splits) {
    if (splits.reduce((sum, split) => sum + split.amount, 0) !== amount)
      throw problem(splitsDiffer, { errors: [{ path: "/splits", message: "do not add up to the amount" }] });
    return splits;
  }
  if (categoryId !== undefined) return [{ amount, categoryId, note: had.length === 1 ? had[0]!.note : null }];
  if (had.length === 1) return [{ ...had[0]!, amount }];
  if (had.reduce((sum, split) => sum + split.amount, 0) !== amount)
    throw problem(splitsDiffer, { errors: [{ path: "/splits", message: "do not add up to the amount" }] });
  return [...had];
}

/** Splits of transactions that have none yet. */
export async function insertSplits(
  tx: Tx,
  userId: string,
  splits: readonly (Split & { transactionId: string; place: number })[],
): Promise<void> {
  await tx.execute(sql`
    insert into finance.split (user_id, transaction_id, place, amount, category_id, note)
    select ${userId}, s."transactionId", s.place, s.amount, s."categoryId", s.note
    from jsonb_to_recordset(${JSON.stringify(splits)}::jsonb)
      as s("transactionId" uuid, place smallint, amount bigint, "categoryId" uuid, note text)`);
}

/** Writes the splits of a transaction that has others; those that stay are changed in place: the journal is short. */
export async function replaceSplits(tx: Tx, userId: string, transactionId: string, splits: Split[]): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from finance.split where transaction_id = ${transactionId} order by place`);
  for (const [place, split] of splits.slice(0, rows.length).entries())
    await tx.execute(sql`
      update finance.split set place = ${place}, amount = ${split.amount}, category_id = ${split.categoryId},
        note = ${split.note} where id = ${rows[place]!.id}`);
  for (const { id } of rows.slice(splits.length)) await tx.execute(sql`delete from finance.split where id = ${id}`);
  const more = splits
    .slice(rows.length)
    .map((split, index) => ({ ...split, transactionId, place: rows.length + index }));
  if (more.length) await insertSplits(tx, userId, more);
}
