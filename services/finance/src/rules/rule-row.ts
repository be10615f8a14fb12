import { ruleNotFound } from "@tessera/contracts-finance/problems.ts";
import type { FinanceRule, RuleAction, RuleCondition, RuleStage } from "@tessera/contracts-finance/rules.ts";
import { type Rule, specificity } from "@tessera/rules";
import { problem, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";

export interface RuleRow extends Record<string, unknown> {
  id: string;
  name: string;
  stage: RuleStage;
  condition: RuleCondition;
  actions: RuleAction[];
  enabled: boolean;
  version: number;
  set: number;
}

/** Rules that meet a condition on `r`, oldest first. */
export const ruleRows = (condition: SQL): SQL => sql`
  select r.id, r.name, r.stage, r.condition, r.actions, r.enabled, r.version,
    (select count(*) from finance.rule_effect e where e.user_id = r.user_id and e.rule_id = r.id)::int as set
  from finance.rule r where ${condition} order by r.created_at, r.id`;

/** @throws ProblemException 404 `rule_not_found` */
export async function ruleRow(tx: Tx, id: string): Promise<RuleRow> {
  const { rows } = await tx.execute<RuleRow>(ruleRows(sql`r.id = ${id}`));
  if (!rows[0]) throw problem(ruleNotFound);
  return rows[0];
}

/** Categories that actions name. */
export const categoriesOf = (actions: readonly RuleAction[]): string[] =>
  actions.flatMap((action) => {
    if ("category" in action) return action.category ?? [];
    return "split" in action ? action.split.flatMap(({ categoryId }) => categoryId ?? []) : [];
  });

export const categoryIds = async (tx: Tx, userId: string): Promise<Set<string>> => {
  const { rows } = await tx.execute<{ id: string }>(sql`select id from finance.category where user_id = ${userId}`);
  return new Set(rows.map(({ id }) => id));
};

/** Why a rule does not run, in a sentence; null when it does. */
export const ruleFault = (actions: readonly RuleAction[], categories: ReadonlySet<string>): string | null =>
  categoriesOf(actions).every((id) => categories.has(id)) ? null : "Its category was deleted. Choose another one.";

export const shownRule = (row: RuleRow, categories: ReadonlySet<string>): FinanceRule => {
  const { id, name, stage, condition, actions, enabled, set, version } = row;
  const fault = ruleFault(actions, categories);
  return { id, name, stage, condition, actions, enabled, specificity: specificity(condition), fault, set, version };
};

/** A rule as the engine takes it. @param age its place among all, the oldest first */
export const engineRule = (
  row: Pick<RuleRow, "id" | "version" | "stage" | "condition" | "actions">,
  age: number,
): Rule<RuleAction> => ({
  ...{ id: row.id, version: row.version, stage: row.stage, condition: row.condition, actions: row.actions, age },
});

/** The rules that run: enabled, and without a fault. */
export async function runningRules(tx: Tx, userId: string): Promise<Rule<RuleAction>[]> {
  const { rows } = await tx.execute<RuleRow>(sql`
    select id, version, stage, condition, actions, enabled from finance.rule where user_id = ${userId}
    order by created_at, id`);
  if (!rows.length) return [];
  const categories = await categoryIds(tx, userId);
  return rows.flatMap((row, age) => (row.enabled && !ruleFault(row.actions, categories) ? [engineRule(row, age)] : []));
}
