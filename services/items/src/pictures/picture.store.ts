import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { KeptFile } from "../files/answer-kept.ts";
import type { KeptPicture } from "./collect-pictures.ts";

export const pictureKey = (userId: string, id: string) => `items/${userId}/${id}`;

/** Puts pictures in the place of those that the card has. @returns keys of the files that nothing refers to any more */
export async function replacePictures(
  tx: Tx,
  userId: string,
  itemId: string,
  pictures: KeptPicture[],
): Promise<string[]> {
  const { rows } = await tx.execute<{ file_key: string }>(
    sql`delete from items.picture where item_id = ${itemId} returning file_key`,
  );
  const records = pictures.map(({ id, name, mediaType, width, height, content }) => ({
    ...{ id, name, width, height },
    media_type: mediaType,
    bytes: content.length,
    file_key: pictureKey(userId, id),
  }));
  await tx.execute(sql`
    insert into items.picture (id, item_id, user_id, name, media_type, width, height, bytes, file_key)
    select r.id, ${itemId}::uuid, ${userId}::uuid, r.name, r.media_type, r.width, r.height, r.bytes, r.file_key
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
      as r (id uuid, name text, media_type text, width int, height int, bytes bigint, file_key text)`);
  return rows.map(({ file_key }) => file_key);
}

export async function readPicture(tx: Tx, userId: string, itemId: string, id: string): Promise<KeptFile | null> {
  const { rows } = await tx.execute<KeptFile & Record<string, unknown>>(sql`
    select media_type as "mediaType", bytes, file_key as key from items.picture
    where id = ${id} and item_id = ${itemId} and user_id = ${userId}`);
  return rows[0] ?? null;
}

/** Bytes of a person's attachments, pictures and copies of pages. */
export const heldBytes = (userId: string) => sql`items.held_bytes(${userId}::uuid)`;

/** Bytes that the person may still keep. @param limit bytes that the plan holds; null: any number */
export async function roomLeft(tx: Tx, userId: string, limit: number | null): Promise<number> {
  if (limit === null) return Number.POSITIVE_INFINITY;
  const { rows } = await tx.execute<{ held: string }>(sql`select ${heldBytes(userId)} as held`);
  return Math.max(0, limit - Number(rows[0]!.held));
}
