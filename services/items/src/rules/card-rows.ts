import { MAX_RULE_TEXT } from "@tessera/contracts-items/limits.ts";
import { type SQL, sql } from "drizzle-orm";
import { type ItemRow, isoOrNull } from "../items/item-row.ts";
import { contentOf } from "../processing/content-of.ts";
import type { TypeRegistry } from "../types/registry.ts";
import { byHandOf, type CardFacts, factsOf, type RuleMoment } from "./card-facts.ts";

/** A stored card as rules read it: of its text the beginning. */
export type CardRow = ItemRow & { by_hand: string[] | null; is_converted: boolean };

/** Cards out of the trash that meet a condition on `i`, newest first. */
export const cardRows = (userId: string, condition: SQL, limit: number, lock = false): SQL => sql`
  select i.id, i.user_id, i.type, i.parent_id, i.title, i.title_source, left(i.body, ${MAX_RULE_TEXT}) as body, i.data,
    i.tags, i.status, i.pinned, i.source, i.source_url, i.version, i.due_at, i.due_entry,
    i.created_at::text as created_at, i.by_hand, i.snooze_until, exists (select from items.rule_effect e
      where e.item_id = i.id and e.field = 'type' and e.reverted_at is null) as is_converted
  from items.item i where i.user_id = ${userId} and i.status <> 'trash' and ${condition}
  order by i.created_at desc, i.id desc limit ${limit} ${lock ? sql`for update` : sql``}`;

/** After a card in the order of `cardRows`. */
export const after = (row: CardRow | undefined): SQL =>
  row ? sql`(i.created_at, i.id) < (${row.created_at}::timestamptz, ${row.id}::uuid)` : sql`true`;

export const knownOf = (row: Pick<ItemRow, "source" | "status" | "pinned"> & ItemRow) => ({
  ...contentOf(row),
  ...{ source: row.source, status: row.status, pinned: row.pinned, titleSource: row.title_source },
  snoozeUntil: isoOrNull(row.snooze_until),
});

/** What rules know of a stored card, and what a person set of it. */
export const readCard = (
  registry: TypeRegistry,
  row: ItemRow & { by_hand?: string[] | null; is_converted?: boolean },
  moment: RuleMoment,
): { facts: CardFacts; byHand: ReadonlySet<string> } => ({
  facts: factsOf(registry.ofStored(row.type), { ...knownOf(row), isConverted: row.is_converted }, moment, registry),
  byHand: byHandOf({ ...knownOf(row), by_hand: row.by_hand ?? null, version: row.version }),
});
