import { MAX_IMPORT_BYTES } from "@tessera/contracts-items/limits.ts";
import { storageLimitReached, tooManyImports } from "@tessera/contracts-items/problems.ts";
import { ProblemException, problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { heldBytes, roomLeft } from "../pictures/picture.store.ts";
import { type ImportFile, limitOf, type SessionRow } from "./session.store.ts";

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
 *
 * What an archive holds is counted as it comes in (splitByRoom): an export holds more than the cards that it brings
 * back. Until then it takes room on the server, so much at most as an account has that its plan holds full.
 * @param files of this import @param storageLimit bytes that the plan holds; null: any number
 * @throws ProblemException 429 `too_many_imports`, 402 `storage_limit_reached`
 */
export async function lockImportQuota(
  tx: Tx,
  userId: string,
  files: readonly Pick<ImportFile, "format" | "bytes">[],
  storageLimit: number | null,
): Promise<void> {
  await lockStorage(tx, userId);
  const { rows } = await tx.execute<{ imports: number; held: string; counted: string; sent: string }>(sql`
    with open as (
      select s.files from items.import_session s join kit.job j on j.id = s.job_id and j.state in ('waiting', 'running')
      where s.user_id = ${userId} and s.state in ('waiting', 'running')),
    file as (
      select (f ->> 'bytes')::bigint as bytes, coalesce(f ->> 'format', '') = 'archive' as is_archive
      from open, jsonb_array_elements(open.files) f)
    select (select count(*)::int from open) as imports, ${heldBytes(userId)} as held,
      (select coalesce(sum(bytes) filter (where not is_archive), 0) from file) as counted,
      (select coalesce(sum(bytes), 0) from file) as sent`);
  const open = rows[0]!;
  if (open.imports >= MAX_IMPORTS) {
    throw problem(
      tooManyImports,
      { count: MAX_IMPORTS },
      {
        headers: { "retry-after": "30" },
      },
    );
  }
  if (storageLimit === null) return;
  const bytesOf = (some: typeof files) => some.reduce((sum, { bytes }) => sum + bytes, 0);
  const counted = Number(open.counted) + bytesOf(files.filter(({ format }) => format !== "archive"));
  const sent = Number(open.sent) + bytesOf(files);
  if (Number(open.held) + counted > storageLimit || sent > 2 * storageLimit + MAX_IMPORT_BYTES)
    throw new StorageLimitReached(storageLimit);
}

const inGigabytes = (bytes: number) => `${Number((bytes / 1024 ** 3).toFixed(1)).toLocaleString("en")} GB`;

/**
 * Splits what an import is about to store by whether the plan has room for its files, in their order: what an archive
 * holds once it is unpacked is not known before. Holds the lock until the transaction ends.
 */
export async function splitByRoom<T>(
  tx: Tx,
  session: SessionRow,
  rows: T[],
  bytesOf: (row: T) => number,
): Promise<{ fitting: T[]; beyondRoom: T[] }> {
  const limit = limitOf(session);
  if (limit === null || rows.every((row) => bytesOf(row) === 0)) return { fitting: rows, beyondRoom: [] };
  await lockStorage(tx, session.user_id);
  let left = await roomLeft(tx, session.user_id, limit);
  const [fitting, beyondRoom]: [T[], T[]] = [[], []];
  for (const row of rows) {
    const bytes = bytesOf(row);
    if (bytes > 0 && bytes > left) beyondRoom.push(row);
    else {
      left -= bytes;
      fitting.push(row);
    }
  }
  return { fitting, beyondRoom };
}

export const roomReason = (limit: number): string =>
  `Your plan has room for ${inGigabytes(limit)} of files, and this one is beyond it`;
