import { planLimitReached } from "@tessera/contracts-items/problems.ts";
import { ProblemException, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { TypePlugin } from "../types/plugin.ts";
import { type Draft, derive } from "./draft.ts";

/** Why an import refuses an entry. */
export const limitReason = (limit: number) =>
  `Your plan holds ${limit.toLocaleString("en")} cards, and that many are there`;

/** The person's plan holds no further card. */
export class PlanLimitReached extends ProblemException {
  constructor(limit: number) {
    super(planLimitReached, { limit: limit.toLocaleString("en") });
  }
}

/**
 * Items that a person holds, those in the trash included: a sum over the kept counts, at most one row a type and
 * status.
 */
export async function countItems(tx: Tx, userId: string): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(
    sql`select coalesce(sum(count), 0)::int as n from items.tally where user_id = ${userId}`,
  );
  return rows[0]!.n;
}

/** Lets one transaction at a time add items for a person with a limit, so that two never take the same last place. */
export async function lockQuota(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`items.room ${userId}`}, 0))`);
}

/**
 * Splits drafts by whether the quota has a place for them, in their order. A draft of what is there already is a new
 * version of it and needs none. Holds the lock until the transaction ends.
 */
export async function splitByQuota<T extends { plugin: TypePlugin; draft: Draft }>(
  tx: Tx,
  userId: string,
  rows: T[],
  limit: number | null,
): Promise<{ withinQuota: T[]; overQuota: T[] }> {
  if (limit === null) return { withinQuota: rows, overQuota: [] };
  await lockQuota(tx, userId);
  let left = limit - (await countItems(tx, userId));
  if (rows.length <= left) return { withinQuota: rows, overQuota: [] };
  const identities = rows.map(({ plugin, draft }) => derive(plugin, draft).identity);
  const { rows: known } = await tx.execute<{ identity: string }>(sql`
    select identity from items.item where user_id = ${userId} and identity = any(${sql.param(identities.filter((one) => one !== null))}::text[])`);
  const there = new Set(known.map(({ identity }) => identity));
  const [withinQuota, overQuota]: [T[], T[]] = [[], []];
  for (const [at, row] of rows.entries()) {
    const identity = identities[at]!;
    if (identity !== null && there.has(identity)) withinQuota.push(row);
    else if (left > 0) {
      left -= 1;
      withinQuota.push(row);
      if (identity !== null) there.add(identity);
    } else overQuota.push(row);
  }
  return { withinQuota, overQuota };
}
