import { Inject, Injectable } from "@nestjs/common";
import type { Item, ItemPatch } from "@tessera/contracts-items/items.ts";
import { MAX_EFFECTS } from "@tessera/contracts-items/limits.ts";
import { duplicateItem, ruleEffectGone, ruleEffectNotFound } from "@tessera/contracts-items/problems.ts";
import type { CardEffect, CardEffectQuery, CardEffects } from "@tessera/contracts-items/rules.ts";
import { type Caller, Clock, Database, problem, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { readItem } from "../items/item.store.ts";
import { iso, isoOrNull, toItem } from "../items/item-row.ts";
import { ItemsService } from "../items/items.service.ts";
import { ProcessingService } from "../processing/processing.service.ts";
import { mergeTags, tagKey } from "../text/tags.ts";
import { type Setting, shownSetting, stillSet } from "./card-facts.ts";
import { ConvertCards } from "./convert-cards.ts";
import type { KeptCard } from "./effects.store.ts";

interface EffectRow extends Record<string, unknown>, Pick<Setting, "field" | "before" | "after"> {
  id: string;
  rule_id: string;
  rule_name: string;
  rule_version: number;
  item_id: string;
  type: string;
  title: string;
  tags: string[];
  status: string;
  pinned: boolean;
  priority: string | null;
  snooze_until: string | null;
  kept: KeptCard | null;
  at: string;
  is_reverted: boolean;
}

/** What rules set of cards, and the way back. */
@Injectable()
export class RuleEffects {
  constructor(
    @Inject(Database) private readonly database: Database,
    private readonly items: ItemsService,
    private readonly converts: ConvertCards,
    private readonly processing: ProcessingService,
    private readonly clock: Clock,
  ) {}

  async list(caller: Caller, { item, rule }: CardEffectQuery): Promise<CardEffects> {
    const rows = await this.rows(
      caller,
      sql`${item ? sql`e.item_id = ${item}` : sql`true`} and ${rule ? sql`e.rule_id = ${rule}` : sql`true`}`,
    );
    return { items: rows.map(shown) };
  }

  /**
   * Gives a card the value of before, as a change of the person's: no rule sets it again.
   * @throws ProblemException 404 `rule_effect_not_found`, 409 `rule_effect_gone`
   */
  async revert(caller: Caller, id: string, changedWith: string | null): Promise<Item> {
    const [row] = await this.rows(caller, sql`e.id = ${id}`, true);
    if (!row) throw problem(ruleEffectNotFound);
    if (!stands(row)) throw problem(ruleEffectGone);
    if (row.field === "type") return this.convertBack(caller, row, changedWith);
    const item = await this.items.updateWithin(caller, row.item_id, "any", patchOf(row), changedWith, null);
    await this.database.as(caller, (tx) => this.keepReverted(tx, id));
    return item;
  }

  /** @throws ProblemException 409 `rule_effect_gone`, `duplicate_item` */
  private convertBack(caller: Caller, { id, item_id, after, kept }: EffectRow, changedWith: string | null) {
    return this.database.as(caller, async (tx) => {
      const row = await readItem(tx, caller.userId, item_id, true);
      if (!kept || row?.type !== after) throw problem(ruleEffectGone);
      const back = { id: item_id, kept, by: "person" as const, changedWith };
      const item = await this.converts.back(tx, caller.userId, back, this.processing);
      if (!item) throw problem(duplicateItem);
      await this.keepReverted(tx, id);
      return toItem(item, item.files);
    });
  }

  private keepReverted(tx: Tx, id: string) {
    const now = this.clock.now().toISOString();
    return tx.execute(sql`update items.rule_effect set reverted_at = ${now}::timestamptz where id = ${id}`);
  }

  /** @param withKept also what a card had before, which may be long */
  private async rows(caller: Caller, condition: SQL, withKept = false): Promise<EffectRow[]> {
    const { rows } = await this.database.read<EffectRow>(
      caller,
      sql`
      select e.id, e.field, e.before, e.after, e.at::text as at, e.reverted_at is not null as is_reverted,
        e.rule_id, r.name as rule_name, e.rule_version, e.item_id, i.type, i.title, i.tags, i.status, i.pinned,
        i.data ->> 'priority' as priority, i.snooze_until, ${withKept ? sql`e.kept` : sql`null as kept`}
      from items.rule_effect e join items.rule r on r.id = e.rule_id join items.item i on i.id = e.item_id
      where e.user_id = ${caller.userId} and ${condition} order by e.seq desc limit ${MAX_EFFECTS}`,
    );
    return rows;
  }
}

/** Whether the card has the value still. */
const stands = (row: EffectRow): boolean =>
  !row.is_reverted && stillSet({ ...row, snoozeUntil: isoOrNull(row.snooze_until) }, row);

/** The change that gives a card the value of before. */
function patchOf({ field, before, after, tags }: EffectRow): ItemPatch {
  // What came with another type has none from before.
  if (field === "priority") return { data: { priority: before ?? "none" } };
  if (field !== "tag") return { [field]: before };
  return {
    tags:
      after === null ? mergeTags(tags, [String(before)]) : tags.filter((tag) => tagKey(tag) !== tagKey(String(after))),
  };
}

const shown = (row: EffectRow): CardEffect => ({
  ...{ id: row.id, ...shownSetting(row), at: iso(row.at), stands: stands(row) },
  rule: { id: row.rule_id, name: row.rule_name, version: row.rule_version },
  card: { id: row.item_id, type: row.type, title: row.title },
});
