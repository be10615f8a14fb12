import { planLimitReached } from "@tessera/contracts-items/problems.ts";
import { ProblemException, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { TypePlugin } from "../types/plugin.ts";
import { type Draft, derive } from "./draft.ts";

/** Why an import refuses an entry. */
export const limitReason = (limit: number) => `Your plan holds ${limit.toLocaleString("en")} cards, and that many are there`;

/** The person's plan holds no further card. */
export class PlanLimitReached extends ProblemException {
  constructor(limit: number) {
    super(planLimitReached, { limit: limit.toLocaleString("en") });
  }
}

/** Cards that a person holds, those in the trash included: a sum over the kept counts, at most one row a type and status. */
export async function heldCards(tx: Tx, userId: string): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(
    sql`select coalesce(sum(count), 0)::int as n from items.tally where user_id = ${userId}`,
  );
  return rows[0]!.n;
}

/** Lets one transaction at a time add cards for a person with a limit, so that two never fill the same last place. */
export async function holdRoom(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`items.room ${userId}`}, 0))`);
}

/**
 * Tells drafts that find room from those that do not, in their order. What is there already is brought up and needs none.
 * Holds the room until the transaction ends.
 */
export async function partByRoom<T extends { plugin: TypePlugin; draft: Draft }>(
  tx: Tx,
  userId: string,
  rows: T[],
  limit: number | null,
): Promise<{ fitting: T[]; beyond: T[] }> {
  if (limit === null) return { fitting: rows, beyond: [] };
  await holdRoom(tx, userId);
  let room = limit - (await heldCards(tx, userId));
  if (rows.length <= room) return { fitting: rows, beyond: [] };
  const identities = rows.map(({ plugin, draft }) => derive(plugin, draft).identity);
  const { rows: known } = await tx.execute<{ identity: string }>(sql`
    select identity from items.item where user_id = ${userId} and identity = any(${sql.param(identities.filter((one) => one !== null))}::text[])`);
  const there = new Set(known.map(({ identity }) => identity));
  const [fitting, beyond]: [T[], T[]] = [[], []];
  for (const [at, row] of rows.entries()) {
    const identity = identities[at]!;
    if (identity !== null && there.has(identity)) fitting.push(row);
    else if (room > 0) {
      room -= 1;
      fitting.push(row);
      if (identity !== null) there.add(identity);
    } else beyond.push(row);
  }
  return { fitting, beyond };
}
