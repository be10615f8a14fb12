import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

/** Said by triggers of the tables, too, where a card comes or its texts change; migration 070. */
export const CHANGED = "items_embedding";

/** Has a card embedded once more, as if its text had changed. */
export async function embedAgain(tx: Tx, itemId: string): Promise<void> {
  await tx.execute(sql`update items.embedding_state
    set waiting = true, attempts = 0, taken_until = null, reason = null, text_hash = null where item_id = ${itemId}`);
  await tx.execute(sql`select pg_notify(${CHANGED}, '')`);
}
