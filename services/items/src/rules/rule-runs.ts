import { Inject, Injectable } from "@nestjs/common";
import { MAX_TRIED } from "@tessera/contracts-items/limits.ts";
import type { CardRuleRan, CardRuleUndone } from "@tessera/contracts-items/rules.ts";
import { type Caller, Clock, Database, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { isoOrNull } from "../items/item-row.ts";
import { DueEntries } from "../maintenance/due-entries.ts";
import { ProcessingService } from "../processing/processing.service.ts";
import { TypeRegistry } from "../types/registry.ts";
import { apart, type Setting, settingsOf, stillSet } from "./card-facts.ts";
import { after, type CardRow, cardRows, readCard } from "./card-rows.ts";
import { ConvertCards } from "./convert-cards.ts";
import { type KeptCard, keepEffects } from "./effects.store.ts";
import { compiled, momentOf, ruleRow, runningRules } from "./rule-row.ts";
import { writeSettings } from "./write-settings.ts";

/** Cards of one transaction; other requests are answered between two of them. */
const BATCH = 500;
/** The same where cards become another type: each is written on its own. */
const CONVERT_BATCH = 50;

interface SetRow extends Record<string, unknown>, Pick<Setting, "field" | "before" | "after"> {
  item_id: string;
  kept: KeptCard | null;
}

/** A rule over the cards that there are, and the way back. */
@Injectable()
export class RuleRuns {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly due: DueEntries,
    private readonly converts: ConvertCards,
    private readonly processing: ProcessingService,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes what a rule sets of the newest cards, as all rules decide; values that a person set stay.
   * @param run id of the run, by which it is undone: the same again continues with what is left
   * @throws ProblemException 404 `rule_not_found`
   */
  async run(caller: Caller, id: string, run: string): Promise<CardRuleRan> {
    const { userId } = caller;
    const { outcomeOf, moment, batch } = await this.database.as(caller, async (tx) => {
      const { convert } = await ruleRow(tx, userId, id);
      const rules = await runningRules(tx, userId);
      return {
        ...{ outcomeOf: compiled(rules), moment: await momentOf(tx, userId, rules, this.clock.now()) },
        batch: convert ? CONVERT_BATCH : BATCH,
      };
    });
    const done = { changed: 0, kept: 0 };
    const some = async (tx: Tx, last: CardRow | undefined) => {
      const { rows } = await tx.execute<CardRow>(cardRows(userId, after(last), batch, true));
      const decided = rows.flatMap((row) => {
        const { facts, byHand } = readCard(this.registry, row, moment);
        const outcome = outcomeOf(facts);
        const by = Object.fromEntries(Object.entries(outcome.by).filter(([, set]) => set?.rule === id));
        const { settings, kept } = settingsOf(facts, { ...outcome, by }, byHand);
        if (kept.length) done.kept += 1;
        const { plain, conversion } = apart(settings);
        return settings.length ? [{ row, settings: plain, conversion }] : [];
      });
      const plain = decided.filter(({ settings }) => settings.length);
      const context = this.context();
      await writeSettings(tx, context, plain);
      const set = plain.map(({ row, settings }) => ({ id: row.id, settings }));
      await keepEffects(tx, userId, set, context.now, run);
      for (const { row, settings, conversion } of decided) {
        const converted =
          conversion.length > 0 &&
          (await this.converts.write(tx, userId, { id: row.id, conversion, run }, this.processing));
        if (settings.length || converted) done.changed += 1;
      }
      return rows;
    };
    let last: CardRow | undefined;
    for (let looked = 0; looked < MAX_TRIED; looked += batch) {
      const rows = await this.database.as(caller, (tx) => some(tx, last));
      last = rows.at(-1);
      if (rows.length < batch) break;
    }
    return done;
  }

  /** Gives cards the values that they had before a run, where it is as the run left it. */
  async undo(caller: Caller, id: string, run: string): Promise<CardRuleUndone> {
    let reverted = 0;
    for (let batch = BATCH; batch === BATCH; ) {
      batch = await this.database.as(caller, async (tx) => {
        const ids = await this.cardsOf(tx, caller.userId, id, run);
        reverted += await this.back(tx, caller.userId, run, ids);
        return ids.length;
      });
    }
    return { reverted };
  }

  private async cardsOf(tx: Tx, userId: string, id: string, run: string): Promise<string[]> {
    const { rows } = await tx.execute<{ item_id: string }>(sql`
      select distinct item_id from items.rule_effect
      where user_id = ${userId} and rule_id = ${id} and run_id = ${run} and reverted_at is null limit ${BATCH}`);
    return rows.map(({ item_id: id }) => id);
  }

  private async back(tx: Tx, userId: string, run: string, ids: string[]): Promise<number> {
    if (!ids.length) return 0;
    const list = sql`${sql.param(ids)}::uuid[]`;
    const { rows } = await tx.execute<CardRow>(cardRows(userId, sql`i.id = any(${list})`, BATCH, true));
    const { rows: set } = await tx.execute<SetRow>(sql`
      update items.rule_effect set reverted_at = ${this.clock.now().toISOString()}::timestamptz
      where user_id = ${userId} and run_id = ${run} and reverted_at is null and item_id = any(${list})
      returning item_id, field, before, after, kept`);
    const cards = rows.map((row) => {
      const card = { ...row, priority: row.data.priority ?? null, snoozeUntil: isoOrNull(row.snooze_until) };
      const stand = set.filter((one) => one.item_id === row.id && stillSet(card, one));
      const converted = stand.find(({ field, kept }) => field === "type" && kept);
      const settings = stand
        // With its type a card gets back what it had as that.
        .filter(({ field }) => field !== "type" && !(converted && field === "priority"))
        .map((one) => ({ field: one.field, before: one.after, after: one.before, rule: "", version: 0 }));
      return { row, settings, kept: converted?.kept };
    });
    await writeSettings(
      tx,
      this.context(),
      cards.filter(({ settings }) => settings.length),
    );
    let reverted = 0;
    for (const { row, settings, kept } of cards) {
      const back = kept && { id: row.id, kept, by: "server" as const };
      const isBack = back && (await this.converts.back(tx, userId, back, this.processing));
      if (settings.length || isBack) reverted += 1;
    }
    return reverted;
  }

  private context() {
    return { registry: this.registry, due: this.due, now: this.clock.now() };
  }
}
