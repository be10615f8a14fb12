import { ruleNotFound } from "@tessera/contracts-items/problems.ts";
import type { CardAction, CardCondition, CardRule, CardRuleAgent, CardSnooze } from "@tessera/contracts-items/rules.ts";
import { compileRules, faultOf, type Outcome, type Rule, specificity } from "@tessera/rules";
import { problem, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { zoneOf } from "../days/person-days.ts";
import { area, type CardFacts, type RuleAct, type RuleMoment } from "./card-facts.ts";

export interface RuleRow extends Record<string, unknown> {
  id: string;
  name: string;
  stage: CardRule["stage"];
  condition: CardCondition;
  actions: CardAction[];
  agent: CardRuleAgent | null;
  snooze: CardSnooze | null;
  convert: string | null;
  enabled: boolean;
  version: number;
  changed: number;
}

/** Rules that meet a condition on `r`, oldest first, with how many cards each changed since a moment. */
export const ruleRows = (condition: SQL, since: Date): SQL => sql`
  select r.id, r.name, r.stage, r.condition, r.actions, r.agent, r.snooze, r.convert, r.enabled, r.version,
    (select count(distinct e.item_id) from items.rule_effect e
      where e.rule_id = r.id and e.at >= ${since.toISOString()}::timestamptz)::int as changed
  from items.rule r where ${condition} order by r.created_at, r.id`;

/** @throws ProblemException 404 `rule_not_found` */
export async function ruleRow(tx: Tx, userId: string, id: string, lock = false): Promise<RuleRow> {
  const { rows } = await tx.execute<RuleRow>(sql`
    select id, name, stage, condition, actions, agent, snooze, convert, enabled, version, 0 as changed from items.rule
    where id = ${id} and user_id = ${userId} and deleted_at is null ${lock ? sql`for update` : sql``}`);
  if (!rows[0]) throw problem(ruleNotFound);
  return rows[0];
}

export const shownRule = (row: RuleRow): CardRule => {
  const { id, name, stage, condition, actions, agent, snooze, convert, enabled, version, changed } = row;
  return {
    ...{ id, name, stage, condition, actions, agent, snooze, convert, enabled, changed, version },
    specificity: specificity(condition),
  };
};

/** A rule as the engine takes it. @param age its place among all, the oldest first */
export const engineRule = (
  {
    id,
    version,
    stage,
    condition,
    actions,
    snooze,
    convert,
  }: Pick<RuleRow, "id" | "version" | "stage" | "condition" | "actions" | "snooze" | "convert">,
  age: number,
): Rule<RuleAct> => ({
  ...{ id, version, stage, condition, age },
  // What is a task from now on takes a priority.
  actions: [...(convert ? [{ convert }] : []), ...actions, ...(snooze ? [{ snooze }] : [])],
});

/** A rule that runs, with the agent that it gives cards to. */
export interface RunningRule extends Rule<RuleAct> {
  name: string;
  agent: CardRuleAgent | null;
  openedBy: string | null;
}

/** Of rules those that a card met. */
export const metOf = (rules: readonly RunningRule[], { met }: Outcome<CardFacts>): RunningRule[] =>
  rules.filter(({ id, agent }) => agent !== null && met.includes(id));

/** The rules that run. One that the engine no longer takes is left out: no card is lost by it. */
export async function runningRules(tx: Pick<Tx, "execute">, userId: string): Promise<RunningRule[]> {
  const { rows } = await tx.execute<RuleRow & { opened_by: string | null }>(sql`
    select id, name, version, stage, condition, actions, agent, snooze, convert, opened_by from items.rule
    where user_id = ${userId} and enabled and deleted_at is null order by created_at, id`);
  return rows.flatMap((row, age) =>
    faultOf(row.condition, area.fields)
      ? []
      : [{ ...engineRule(row, age), name: row.name, agent: row.agent, openedBy: row.opened_by }],
  );
}

/** When rules run for a person; only those that snooze ask for a clock. */
export async function momentOf(
  tx: Tx,
  userId: string,
  rules: readonly Pick<Rule<RuleAct>, "actions">[],
  now: Date,
): Promise<RuleMoment> {
  const snoozes = rules.some(({ actions }) => actions.some((action) => "snooze" in action));
  return { now, zone: snoozes ? await zoneOf(tx, userId) : "UTC" };
}

export const compiled = (rules: readonly Rule<RuleAct>[]): ((facts: CardFacts) => Outcome<CardFacts>) =>
  compileRules(rules, area);
