import { storageLimitReached, tooManyImports } from "@tessera/contracts-items/problems.ts";
import { ProblemException, problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { heldBytes, roomLeft } from "../pictures/picture.store.ts";
import { limitOf, type SessionRow } from "./session.store.ts";

/** Imports of one person that may wait or run at once. */
const MAX_IMPORTS = 3;

/** The person's plan holds no further file. */
export class StorageLimitReached extends ProblemException {
  constructor(limit: number) {
    super(storageLimitReached, { limit: inGigabytes(limit) });
  }
}

/** Lets one transaction at a time add files for a person, so that two never take the same last place. */
export async function lockStorage(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`items.imports ${userId}`}, 0))`);
}

/**
 * Holds a place for one more import of the person until the transaction ends. Imports whose job is gone take none.
 * @param bytes of the files of this import @param storageLimit bytes that the plan holds; null: any number
 * @throws ProblemException 429 `too_many_imports`, 402 `storage_limit_reached`
 */
export async function lockImportQuota(
  tx: Tx,
  userId: string,
  bytes: number,
  storageLimit: number | null,
): Promise<void> {
  await lockStorage(tx, userId);
  const { rows } = await tx.execute<{ imports: number; bytes: string }>(sql`
    with open as (
      select s.files from items.import_session s join kit.job j on j.id = s.job_id and j.state in ('waiting', 'running')
      where s.user_id = ${userId} and s.state in ('waiting', 'running'))
    select (select count(*)::int from open) as imports,
      (select coalesce(sum((f ->> 'bytes')::bigint), 0) from open, jsonb_array_elements(open.files) f)
        + ${heldBytes(userId)} as bytes`);
  const held = rows[0]!;
  if (held.imports >= MAX_IMPORTS) {
    throw problem(
      tooManyImports,
      { count: MAX_IMPORTS },
      {
        headers: { "retry-after": "30" },
      },
    );
  }
  if (storageLimit !== null && Number(held.bytes) + bytes > storageLimit) {
    throw new StorageLimitReached(storageLimit);
  }
}

const inGigabytes = (bytes: number) => `${Number((bytes / 1024 ** 3).toFixed(1)).toLocaleString("en")} GB`;

/**
 * Splits what an import is about to store by whether the plan has room for its files, in their order: what an archive
 * holds once it is unpacked is not known before. Holds the lock until the transaction ends.
 */
export async function splitByRoom<T extends { stored: { bytes: number }[] }>(
  tx: Tx,
  session: SessionRow,
  rows: T[],
): Promise<{ fitting: T[]; beyondRoom: T[] }> {
  const limit = limitOf(session);
  if (limit === null || rows.every(({ stored }) => stored.length === 0)) return { fitting: rows, beyondRoom: [] };
  await lockStorage(tx, session.user_id);
  let left = await roomLeft(tx, session.user_id, limit);
  const [fitting, beyondRoom]: [T[], T[]] = [[], []];
  for (const row of rows) {
    const bytes = row.stored.reduce((sum, file) => sum + file.bytes, 0);
    if (bytes > 0 && bytes > left) beyondRoom.push(row);
    else {
      left -= bytes;
      fitting.push(row);
    }
  }
  return { fitting, beyondRoom };
}

export const roomReason = (limit: number): string =>
  `Your plan has room for ${inGigabytes(limit)} GB of files, and this one is beyond it`;
