import { type Condition, compileCondition, type Fields, MAX_PATTERNS_TOGETHER, patternsOf } from "./condition.ts";
import { inOrder, type Stage } from "./ranking.ts";

export interface Rule<Action> {
  id: string;
  version: number;
  stage: Stage;
  condition: Condition;
  actions: readonly Action[];
  /** Grows with each newer rule. */
  age: number;
}

/** Which version of which rule. */
export interface RuleVersion {
  rule: string;
  version: number;
}

/** What rules make of a row; `by`: the rule that set each field of the patch. */
export interface Outcome<Row> {
  patch: Partial<Row>;
  by: Partial<Record<keyof Row, RuleVersion>>;
  /** Rules whose condition the row met, in the order in which they ran. */
  met: string[];
}

export interface Area<Row, Action> {
  fields: Fields<Row>;
  /** What an action makes of a row; a field that keeps its value may be left out. */
  effect: (row: Row, action: Action) => Partial<Row>;
  /** Whether a field has the same value still. */
  same?: (field: keyof Row, a: unknown, b: unknown) => boolean;
}

const identical = (_: unknown, a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);

/**
 * Compiles rules once, for any number of rows; those with more patterns than all may have together are left out, the
 * newest first. No page saves so many, but an undo may bring them back. @returns what they make of a row that is as it
 * was before any of them
 * @throws Error for a condition that has a fault
 */
export function compileRules<Row extends object, Action>(
  rules: readonly Rule<Action>[],
  { fields, effect, same = identical }: Area<Row, Action>,
): (row: Row) => Outcome<Row> {
  const steps = inOrder(affordable(rules)).map((rule) => ({ rule, test: compileCondition(rule.condition, fields) }));
  return (row) => {
    let now = row;
    const by: Outcome<Row>["by"] = {};
    const met: string[] = [];
    for (const { rule, test } of steps) {
      if (!test(now)) continue;
      met.push(rule.id);
      for (const action of rule.actions) {
        const set = effect(now, action);
        for (const field of Object.keys(set) as (keyof Row)[]) by[field] = { rule: rule.id, version: rule.version };
        now = { ...now, ...set };
      }
    }
    const patch: Partial<Row> = {};
    for (const field of Object.keys(by) as (keyof Row)[]) {
      if (same(field, row[field], now[field])) delete by[field];
      else patch[field] = now[field];
    }
    return { patch, by, met };
  };
}

function affordable<Action>(rules: readonly Rule<Action>[]): readonly Rule<Action>[] {
  let patterns = 0;
  const left = new Set<Rule<Action>>();
  for (const rule of [...rules].sort((a, b) => a.age - b.age)) {
    const own = patternsOf(rule.condition);
    if (own && patterns + own > MAX_PATTERNS_TOGETHER) left.add(rule);
    else patterns += own;
  }
  return left.size ? rules.filter((rule) => !left.has(rule)) : rules;
}
