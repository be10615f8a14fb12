import type { Tx } from "@tessera/service-kit";
import type { Draft } from "../items/draft.ts";
import { derive } from "../items/draft.ts";
import type { TypePlugin } from "../types/plugin.ts";
import type { TypeRegistry } from "../types/registry.ts";
import { apart, factsOf, givenOf, type Setting, settingsOf, withSettings } from "./card-facts.ts";
import { compiled, metOf, momentOf, type RunningRule, runningRules } from "./rule-row.ts";

/** A card about to be stored. `given`: what a person gave it; "all": it is stored exactly as it is. */
export interface NewCard {
  plugin: TypePlugin;
  draft: Draft;
  given?: readonly string[] | "all";
}
export interface RuledCard {
  plugin: TypePlugin;
  /** With what rules set. */
  draft: Draft;
  byHand: readonly string[];
  settings: Setting[];
  /** Another type that rules give it once it is stored, and what comes with it. */
  conversion: Setting[];
  /** Rules that it met and that give it to agents. */
  gives: RunningRule[];
}

/**
 * What a person's rules make of cards before they are stored: one question for all of a batch.
 * @param registry the types that rules may give them; none where they stay of their own
 */
export async function ruleNewCards(
  tx: Tx,
  userId: string,
  cards: readonly NewCard[],
  now: Date,
  registry?: TypeRegistry,
): Promise<RuledCard[]> {
  const rules = cards.length ? await runningRules(tx, userId) : [];
  const run = compiled(rules);
  const moment = await momentOf(tx, userId, rules, now);
  return cards.map(({ plugin, draft, given = givenOf(draft) }) => {
    const byHand = given === "all" ? givenOf(draft) : given;
    if (!rules.length || given === "all" || draft.status === "trash")
      return { plugin, draft, byHand, settings: [], conversion: [], gives: [] };
    const facts = factsOf(plugin, { ...draft, title: derive(plugin, draft).title }, moment, registry);
    const outcome = run(facts);
    const { plain, conversion } = apart(settingsOf(facts, outcome, new Set(byHand)).settings);
    const gives = metOf(rules, outcome);
    return { plugin, draft: snoozed(withSettings(draft, plain), plain), byHand, settings: plain, conversion, gives };
  });
}

function snoozed(draft: Draft, settings: readonly Setting[]): Draft {
  const until = settings.find(({ field }) => field === "snoozeUntil")?.after;
  return typeof until === "string" ? { ...draft, snoozeUntil: until } : draft;
}
