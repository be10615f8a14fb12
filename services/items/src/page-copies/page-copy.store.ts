import { MAX_PAGE_COPIES } from "@tessera/contracts-items/limits.ts";
import type { PageCopyInfo } from "@tessera/contracts-items/page-copies.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { KeptFile } from "../files/answer-kept.ts";
import { iso } from "../items/item-row.ts";
import { pictureKey } from "../pictures/picture.store.ts";
import type { PageCopy } from "./collect-copy.ts";

/** A copy whose file is stored. */
export interface KeptCopy extends Omit<PageCopy, "content"> {
  bytes: number;
  fileKey: string;
}

/** @returns it, for a file that is stored under the usual key */
export const keptCopy = (userId: string, { content, ...copy }: PageCopy): KeptCopy => ({
  ...{ ...copy, bytes: content.length, fileKey: pictureKey(userId, copy.id) },
});

/**
 * Puts a copy beside those that the card has. The same page again takes the place of the copy before; beyond
 * MAX_PAGE_COPIES the oldest go. @returns keys of the files that nothing refers to any more
 */
export async function addPageCopy(
  tx: Tx,
  userId: string,
  itemId: string,
  { id, fetchedAt, digest, picturesLeftOut, bytes, fileKey }: KeptCopy,
): Promise<string[]> {
  const { rows } = await tx.execute<{ file_key: string }>(sql`
    delete from items.page_copy where item_id = ${itemId} and (digest = ${digest} or id not in (
      select id from items.page_copy where item_id = ${itemId} and digest <> ${digest}
      order by fetched_at desc, id desc limit ${MAX_PAGE_COPIES - 1}))
    returning file_key`);
  const at = fetchedAt.toISOString();
  await tx.execute(sql`
    insert into items.page_copy (id, item_id, user_id, name, fetched_at, digest, pictures_left_out, bytes, file_key)
    values (${id}, ${itemId}, ${userId}, ${`page ${at.slice(0, 10)}.html`}, ${at}, ${digest}, ${picturesLeftOut},
      ${bytes}, ${fileKey})`);
  return rows.map(({ file_key }) => file_key);
}

/** Copies of a card's page, the newest first. */
export async function listPageCopies(tx: Tx, userId: string, itemId: string): Promise<PageCopyInfo[]> {
  const { rows } = await tx.execute<{ id: string; fetched_at: string; bytes: string; pictures_left_out: number }>(sql`
    select id, fetched_at::text as fetched_at, bytes, pictures_left_out from items.page_copy
    where item_id = ${itemId} and user_id = ${userId} order by page_copy.fetched_at desc, page_copy.id desc`);
  return rows.map(({ id, fetched_at, bytes, pictures_left_out }) => ({
    ...{ id, fetchedAt: iso(fetched_at), bytes: Number(bytes), picturesLeftOut: pictures_left_out },
  }));
}

export async function readPageCopy(tx: Tx, userId: string, itemId: string, id: string): Promise<KeptFile | null> {
  const { rows } = await tx.execute<Omit<KeptFile, "mediaType"> & Record<string, unknown>>(sql`
    select bytes, file_key as key from items.page_copy
    where id = ${id} and item_id = ${itemId} and user_id = ${userId}`);
  return rows[0] ? { ...rows[0], mediaType: "text/html; charset=utf-8" } : null;
}
