import type { ItemStatus } from "@tessera/contracts-items/items.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { TitleSource } from "../items/draft.ts";
import { derive } from "../items/draft.ts";
import { isoOrNull } from "../items/item-row.ts";
import type { DueEntries } from "../maintenance/due-entries.ts";
import { contentOf } from "../processing/content-of.ts";
import { foldText } from "../search/search-text.ts";
import { tagKey } from "../text/tags.ts";
import type { TypeRegistry } from "../types/registry.ts";
import { type Setting, withSettings } from "./card-facts.ts";
import type { CardRow } from "./card-rows.ts";

/**
 * Writes what rules set of stored cards, whose rows the caller holds. It is no change of the card: version and time
 * stay, so that nobody's edit meets a conflict. What becomes another type is written by `ConvertCards` afterwards.
 */
export async function writeSettings(
  tx: Tx,
  { registry, due, now }: { registry: TypeRegistry; due: DueEntries; now: Date },
  cards: readonly { row: CardRow; settings: readonly Setting[] }[],
): Promise<void> {
  if (!cards.length) return;
  const records: Record<string, unknown>[] = [];
  for (const { row, settings } of cards) {
    const card = withSettings(row, settings);
    const status: ItemStatus | undefined = card.status === row.status ? undefined : card.status;
    const snooze = settings.find(({ field }) => field === "snoozeUntil");
    const snoozeUntil = snooze ? (snooze.after as string | null) : isoOrNull(row.snooze_until);
    const { dueEntry } = await due.settle(tx, row, { status, ...(snooze && { snoozeUntil }) });
    const isSame = card.data === row.data;
    const content = { ...contentOf(row), data: card.data, titleSource: row.title_source as TitleSource };
    records.push({
      ...{ id: row.id, tags: card.tags, tag_keys: card.tags.map(tagKey), search_tags: foldText(card.tags.join(" , ")) },
      ...{ status: card.status, pinned: card.pinned, due_entry: dueEntry === null ? null : row.due_entry },
      snooze_until: snoozeUntil,
      data: isSame ? {} : { priority: card.data.priority },
      line: isSame ? null : derive(registry.ofStored(row.type), content).line,
    });
  }
  const at = sql`${now.toISOString()}::timestamptz`;
  await byRules(tx, () =>
    tx.execute(sql`
    update items.item i set tags = r.tags, tag_keys = r.tag_keys, status = r.status, pinned = r.pinned,
      snooze_until = r.snooze_until, due_entry = r.due_entry, data = i.data || r.data, line = coalesce(r.line, i.line),
      archived_at = case when r.status = 'archived' then coalesce(i.archived_at, ${at}) end,
      search = case when i.tag_keys = r.tag_keys then i.search
        else ts_filter(i.search, '{a,c,d}') || setweight(items.lexemes(r.search_tags, items.language_for(i.language, i.user_id)), 'B') end
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (id uuid, tags text[], tag_keys text[],
      search_tags text, snooze_until timestamptz, status text, pinned boolean, due_entry text, data jsonb, line text)
    where i.id = r.id`),
  );
}

/** Writes what is no person's own. */
export async function byRules<Written>(tx: Tx, write: () => Promise<Written>): Promise<Written> {
  await tx.execute(sql`select set_config('items.by_rules', 'on', true)`);
  const written = await write();
  await tx.execute(sql`select set_config('items.by_rules', 'off', true)`);
  return written;
}
