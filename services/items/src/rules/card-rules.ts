import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { isNews } from "../items/item.store.ts";
import type { ItemRow } from "../items/item-row.ts";
import { DueEntries } from "../maintenance/due-entries.ts";
import { TypeRegistry } from "../types/registry.ts";
import { apart, sameInput, settingsOf } from "./card-facts.ts";
import { type CardRow, cardRows, readCard } from "./card-rows.ts";
import { ConvertCards, type Enrichment } from "./convert-cards.ts";
import { keepEffects } from "./effects.store.ts";
import { compiled, metOf, momentOf, runningRules } from "./rule-row.ts";
import { RuleStarts } from "./rule-starts.ts";
import { writeSettings } from "./write-settings.ts";

/** A person's rules over cards that are stored. */
@Injectable()
export class CardRules {
  constructor(
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly due: DueEntries,
    private readonly starts: RuleStarts,
    private readonly converts: ConvertCards,
    private readonly clock: Clock,
  ) {}

  /** Runs the rules once more where enrichment changed what they read; the caller holds the card's lock. */
  async onEnriched(tx: Tx, userId: string, before: ItemRow, found: ItemRow, enrichment: Enrichment): Promise<void> {
    const now = this.clock.now();
    const read = (row: ItemRow) => readCard(this.registry, row, { now, zone: "UTC" }).facts;
    if (found.status === "trash" || sameInput(read(before), read(found))) return;
    const rules = await runningRules(tx, userId);
    if (!rules.length) return;
    const { rows } = await tx.execute<CardRow>(cardRows(userId, sql`i.id = ${found.id}`, 1));
    const row = rows[0]!;
    const { facts, byHand } = readCard(this.registry, row, await momentOf(tx, userId, rules, now));
    const outcome = compiled(rules)(facts);
    const { plain: settings, conversion } = apart(settingsOf(facts, outcome, byHand).settings);
    if (settings.length) {
      await writeSettings(tx, { registry: this.registry, due: this.due, now }, [{ row, settings }]);
      await keepEffects(tx, userId, [{ id: row.id, settings }], now);
    }
    const converted = conversion.length
      ? await this.converts.write(tx, userId, { id: row.id, conversion }, enrichment)
      : null;
    if (isNews({ source: row.source, parentId: row.parent_id }))
      await this.starts.give(tx, userId, {
        ...{ id: row.id, type: (converted ?? row).type, rules: metOf(rules, outcome) },
      });
  }
}
