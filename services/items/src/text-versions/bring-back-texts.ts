import { MAX_VERSIONS_LENGTH } from "@tessera/contracts-items/limits.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { CardRecord } from "../export/card-record.ts";

/** Gives a card the texts that it had where an export was made, as many as a card may have. */
export async function bringBackTexts(
  tx: Tx,
  userId: string,
  itemId: string,
  earlier: CardRecord["earlier"],
): Promise<void> {
  let length = 0;
  const records = earlier.filter(({ body }, at) => {
    length += body.length;
    return at === 0 || length <= MAX_VERSIONS_LENGTH;
  });
  await tx.execute(sql`
    insert into items.text_version (item_id, user_id, body, length, written_at, written_with, kept_at)
    select ${itemId}::uuid, ${userId}::uuid, r.body, length(r.body), r."writtenAt", r."writtenWith", r."keptAt"
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
      as r (body text, "writtenAt" timestamptz, "writtenWith" text, "keptAt" timestamptz)`);
}
