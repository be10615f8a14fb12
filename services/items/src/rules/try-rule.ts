import { Inject, Injectable } from "@nestjs/common";
import { MAX_TRIED, MAX_TRIED_SHOWN } from "@tessera/contracts-items/limits.ts";
import type { CardRuleTrial, CardRuleTried } from "@tessera/contracts-items/rules.ts";
import { difference } from "@tessera/rules";
import { type Caller, Clock, Database } from "@tessera/service-kit";
import type { z } from "zod";
import { TypeRegistry } from "../types/registry.ts";
import { settingsOf, shownSetting } from "./card-facts.ts";
import { after, type CardRow, cardRows, readCard } from "./card-rows.ts";
import { compiled, engineRule, momentOf, runningRules } from "./rule-row.ts";
import { checkBeside, checkCondition, checkConvert } from "./rules.service.ts";

/** Cards that are looked at in one go; other requests are answered between two of them. */
const BATCH = 500;
/** Id of a draft that replaces no rule. */
const DRAFT = "draft";

@Injectable()
export class RuleTrials {
  constructor(
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * What a draft would change in the newest cards, beside the rules that there are; writes nothing.
   * @param signal ends it when nobody waits for the answer any more
   * @throws ProblemException 400 `rule_unusable`
   */
  async run(
    caller: Caller,
    { id, draft }: z.output<typeof CardRuleTrial>,
    signal: AbortSignal,
  ): Promise<CardRuleTried> {
    checkCondition(draft.condition);
    checkConvert(this.registry, draft.convert);
    const tried = engineRule({ ...draft, id: id ?? DRAFT, version: 1 }, Number.MAX_SAFE_INTEGER);
    const { others, moment } = await this.database.as(caller, async (tx) => {
      await checkBeside(tx, caller, { id, condition: draft.condition });
      const running = await runningRules(tx, caller.userId);
      const all = [...running.filter((rule) => rule.id !== id), tried];
      return { others: all.slice(0, -1), moment: await momentOf(tx, caller.userId, all, this.clock.now()) };
    });
    const [before, is] = [compiled(others), compiled([...others, tried])];
    const found: CardRuleTried = { looked: 0, met: 0, changes: 0, contradicts: 0, items: [] };
    let last: CardRow | undefined;
    do {
      signal.throwIfAborted();
      const wanted = Math.min(BATCH, MAX_TRIED - found.looked);
      const { rows } = await this.database.read<CardRow>(caller, cardRows(caller.userId, after(last), wanted));
      for (const row of rows) {
        const { facts, byHand } = readCard(this.registry, row, moment);
        const outcome = is(facts);
        if (!outcome.met.includes(tried.id)) continue;
        found.met += 1;
        const changed = new Set<string>(difference(before(facts), outcome, () => false).changes);
        const by = Object.fromEntries(Object.entries(outcome.by).filter(([field]) => changed.has(field)));
        const { settings, kept } = settingsOf(facts, { ...outcome, by }, byHand);
        if (settings.length) found.changes += 1;
        if (kept.length) found.contradicts += 1;
        if ((settings.length || kept.length) && found.items.length < MAX_TRIED_SHOWN)
          found.items.push({
            ...{ id: row.id, type: row.type, title: row.title },
            ...{ changes: settings.map(shownSetting), contradicts: kept.map(shownSetting) },
          });
      }
      found.looked += rows.length;
      last = rows.length === BATCH ? rows.at(-1) : undefined;
    } while (last && found.looked < MAX_TRIED);
    return found;
  }
}
