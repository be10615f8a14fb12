import type { RuleAction, RuleComparison, RuleCondition } from "@tessera/contracts-finance/rules.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { payeeKey } from "./payee-key.ts";

interface Named extends Record<string, unknown> {
  id: string;
  condition: RuleCondition;
  actions: RuleAction[];
}

/** Comparisons with a whole name; a part of one may be meant for several payees. */
const WHOLE: ReadonlySet<string> = new Set<RuleComparison["is"]>(["is", "isNot", "oneOf", "notOneOf"]);

/**
 * Rules that name a payee by what it is called no more name it as it is called now; each change is a version of its
 * rule, and goes with the act. @param keys of the old names
 */
export async function followPayees(tx: Tx, userId: string, keys: readonly string[], name: string): Promise<void> {
  if (!keys.length) return;
  const old = new Set(keys);
  const renamed = <T>(value: T): T | string => (typeof value === "string" && old.has(payeeKey(value)) ? name : value);
  const { rows } = await tx.execute<Named>(
    sql`select id, condition, actions from finance.rule where user_id = ${userId} order by id`,
  );
  for (const { id, condition, actions } of rows) {
    const next = {
      condition: inCondition(condition, renamed),
      actions: actions.map((action) => ("payee" in action ? { ...action, payee: renamed(action.payee) } : action)),
    };
    if (JSON.stringify(next) === JSON.stringify({ condition, actions })) continue;
    await tx.execute(sql`
      update finance.rule set condition = ${JSON.stringify(next.condition)}::jsonb,
        actions = ${JSON.stringify(next.actions)}::jsonb where id = ${id}`);
  }
}

function inCondition(condition: RuleCondition, renamed: <T>(value: T) => T | string): RuleCondition {
  if ("all" in condition) return { all: condition.all.map((part) => inCondition(part, renamed)) };
  if ("any" in condition) return { any: condition.any.map((part) => inCondition(part, renamed)) };
  if (condition.field !== "payee" || !WHOLE.has(condition.is)) return condition;
  const { value } = condition;
  return { ...condition, value: Array.isArray(value) ? [...new Set(value.map(renamed))] : renamed(value) };
}
