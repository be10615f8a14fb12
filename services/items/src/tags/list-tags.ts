import type { TagInfo, TagQuery } from "@tessera/contracts-items/tag-changes.ts";
import { limitedCards, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { tagKey } from "../text/tags.ts";

/** Tags of one answer; more are found by letters. */
const MAX_TAGS_LISTED = 1000;

/** What `items.tag_tally` keeps, of the cards that an API token reaches. */
const COUNTED = sql`(select i.user_id, k.tag_key, min(k.tag) as tag, count(*)::int as count
  from items.item i, unnest(i.tags, i.tag_keys) as k (tag, tag_key) where i.status <> 'trash' group by 1, 2)`;

/** Tags of cards out of the trash: the most used first; of those that were searched, the ones that begin so first. */
export async function listTags(tx: Tx, userId: string, { q, imported }: TagQuery): Promise<TagInfo[]> {
  const letters = q ? tagKey(q).replaceAll(/[\\%_]/g, "\\$&") : "";
  const order: SQL[] = [sql`t.count desc`, sql`t.tag_key`];
  if (letters) order.unshift(sql`t.tag_key like ${`${letters}%`} desc`);
  // One pass over the person's own cards: row-level security lets no index be asked for each tag.
  const own = sql`with own as (select distinct unnest(i.tag_keys) as tag_key from items.item i
    where i.user_id = ${userId} and i.status <> 'trash' and i.source not like 'import:%')`;
  const { rows } = await tx.execute<{ tag: string; count: number; colour: TagInfo["colour"] }>(sql`
    ${imported ? own : sql``}
    select t.tag, t.count, s.colour from ${limitedCards() ? COUNTED : sql`items.tag_tally`} t left join items.tag_style s using (user_id, tag_key)
    where t.user_id = ${userId} and t.count > 0
      ${letters ? sql`and t.tag_key like ${`%${letters}%`}` : sql``}
      ${imported ? sql`and t.tag_key not in (select tag_key from own)` : sql``}
    order by ${sql.join(order, sql`, `)} limit ${MAX_TAGS_LISTED}`);
  return rows;
}
