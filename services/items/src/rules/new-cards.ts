import type { Tx } from "@tessera/service-kit";
import type { Draft } from "../items/draft.ts";
import { derive } from "../items/draft.ts";
import type { TypePlugin } from "../types/plugin.ts";
import { factsOf, givenOf, type Setting, settingsOf, withSettings } from "./card-facts.ts";
import { compiled, metOf, type RunningRule, runningRules } from "./rule-row.ts";

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
  /** Rules that it met and that give it to agents. */
  gives: RunningRule[];
}

/** What a person's rules make of cards before they are stored: one question for all of a batch. */
export async function ruleNewCards(tx: Tx, userId: string, cards: readonly NewCard[]): Promise<RuledCard[]> {
  const rules = cards.length ? await runningRules(tx, userId) : [];
  const run = compiled(rules);
  return cards.map(({ plugin, draft, given = givenOf(draft) }) => {
    const byHand = given === "all" ? givenOf(draft) : given;
    if (!rules.length || given === "all" || draft.status === "trash")
      return { plugin, draft, byHand, settings: [], gives: [] };
    const facts = factsOf(plugin, { ...draft, title: derive(plugin, draft).title });
    const outcome = run(facts);
    const { settings } = settingsOf(facts, outcome, new Set(byHand));
    const gives = metOf(rules, outcome);
    return { plugin, draft: withSettings(draft, settings), byHand, settings, gives };
  });
}
