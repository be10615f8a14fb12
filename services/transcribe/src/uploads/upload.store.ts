import { MAX_UPLOADS, UPLOAD_HOURS } from "@tessera/contracts-transcribe/limits.ts";
import { tooManyUploads, uploadExpired, uploadNotFound } from "@tessera/contracts-transcribe/problems.ts";
import { problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

/** A row of transcribe.upload. */
export interface UploadRow extends Record<string, unknown> {
  id: string;
  user_id: string;
  file_name: string;
  bytes: number;
  received: number;
  parts: string[];
  created_at: string;
}

/** Parts that an upload may be made of: each cut connection leaves a small one. */
const MAX_PARTS = 1_000;
const HOUR_MS = 3_600_000;

export const expiryOf = ({ created_at }: Pick<UploadRow, "created_at">) =>
  new Date(new Date(created_at).getTime() + UPLOAD_HOURS * HOUR_MS);

type Owned = Pick<UploadRow, "id" | "user_id">;
/** Where a recording made of the upload has its file, and where the parts lie until then. */
export const fileKey = ({ id, user_id }: Owned) => `transcribe/${user_id}/${id}`;
export const partsFolder = (upload: Owned) => `${fileKey(upload)}.parts`;

/** @throws ProblemException 404 `upload_not_found`, 410 `upload_expired` */
export async function uploadOf(tx: Tx, id: string, now: Date): Promise<UploadRow> {
  const { rows } = await tx.execute<UploadRow>(sql`select * from transcribe.upload where id = ${id}`);
  if (!rows[0]) throw problem(uploadNotFound);
  if (expiryOf(rows[0]) <= now) throw problem(uploadExpired, { hours: UPLOAD_HOURS });
  return rows[0];
}

/** @throws ProblemException 429 `too_many_uploads` */
export async function storeUpload(
  tx: Tx,
  { id, user_id, file_name, bytes, created_at }: Omit<UploadRow, "received" | "parts">,
): Promise<void> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from transcribe.upload where user_id = ${user_id}`,
  );
  if (rows[0]!.count >= MAX_UPLOADS) throw problem(tooManyUploads, { count: MAX_UPLOADS, hours: UPLOAD_HOURS });
  await tx.execute(sql`
    insert into transcribe.upload (id, user_id, file_name, bytes, created_at)
    values (${id}, ${user_id}, ${file_name}, ${bytes}, ${created_at})`);
}

/** @returns false when the upload does not end at `from` any more: another request wrote there, or it is gone */
export async function storePart(
  tx: Tx,
  id: string,
  { name, from, bytes }: { name: string; from: number; bytes: number },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update transcribe.upload set received = received + ${bytes}, parts = parts || ${name}::text
    where id = ${id} and received = ${from} and cardinality(parts) < ${MAX_PARTS} returning id`);
  return rows.length > 0;
}
