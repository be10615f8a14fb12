import type { TagChange, TagColour } from "@tessera/contracts-items/tag-changes.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { foldText } from "../search/search-text.ts";
import { tagKey } from "../text/tags.ts";

export interface ChangeRow extends Record<string, unknown> {
  id: string;
  user_id: string;
  from_tags: string[];
  to_tag: string | null;
  state: TagChange["state"];
  total: number;
  done: number;
  styles: Record<string, TagColour>;
  created_at: string | Date;
}

export const toTagChange = (row: ChangeRow): TagChange => ({
  id: row.id,
  from: row.from_tags,
  to: row.to_tag,
  state: row.state,
  total: row.total,
  done: row.done,
  createdAt: new Date(row.created_at).toISOString(),
});

export async function readChange(tx: Tx, userId: string, id: string): Promise<ChangeRow | undefined> {
  const { rows } = await tx.execute<ChangeRow>(
    sql`select * from items.tag_change where id = ${id} and user_id = ${userId} for update`,
  );
  return rows[0];
}

/** Writes the tags of cards with what is searched by them. It is no change of the card: version and time stay. */
export async function writeTags(tx: Tx, cards: { id: string; tags: string[] }[]): Promise<void> {
  const records = cards.map(({ id, tags }) => ({
    id,
    tags,
    tag_keys: tags.map(tagKey),
    search_tags: foldText(tags.join(" , ")),
  }));
  await tx.execute(sql`
    update items.item i set tags = r.tags, tag_keys = r.tag_keys,
      search = ts_filter(i.search, '{a,c,d}') || setweight(items.lexemes(r.search_tags, items.language_for(i.language, i.user_id)), 'B')
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (id uuid, tags text[], tag_keys text[], search_tags text)
    where i.id = r.id`);
}

/** Colours of these tags, by key. */
export async function readStyles(tx: Tx, userId: string, tagKeys: string[]): Promise<Record<string, TagColour>> {
  const { rows } = await tx.execute<{ tag_key: string; colour: TagColour }>(sql`
    select tag_key, colour from items.tag_style
    where user_id = ${userId} and tag_key = any(${sql.param(tagKeys)}::text[])`);
  return Object.fromEntries(rows.map(({ tag_key, colour }) => [tag_key, colour]));
}

/** These tags have these colours alone. */
export async function writeStyles(
  tx: Tx,
  userId: string,
  tagKeys: string[],
  styles: Record<string, TagColour>,
): Promise<void> {
  await tx.execute(
    sql`delete from items.tag_style where user_id = ${userId} and tag_key = any(${sql.param(tagKeys)}::text[])`,
  );
  await tx.execute(sql`
    insert into items.tag_style (user_id, tag_key, colour)
    select ${userId}::uuid, key, value from jsonb_each_text(${JSON.stringify(styles)}::jsonb)
    on conflict (user_id, tag_key) do update set colour = excluded.colour`);
}
