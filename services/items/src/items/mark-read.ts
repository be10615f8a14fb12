import type { ReadMark, ReadMarkResult } from "@tessera/contracts-items/items.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

/** Marks the person's items; those of others, and those marked so already, stay as they are. */
export async function markRead(tx: Tx, userId: string, { ids, unread }: ReadMark): Promise<ReadMarkResult> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update items.item set unread = ${unread} where user_id = ${userId} and id = any(${sql.param([...new Set(ids)])}::uuid[]) and unread <> ${unread}
    returning id`);
  return { changed: rows.map(({ id }) => id) };
}
