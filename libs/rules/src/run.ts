import { type Condition, compileCondition, type Fields } from "./condition.ts";
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
 * Compiles rules once, for any number of rows. @returns what they make of a row that is as it was before any of them
 * @throws Error for a condition that has a fault
 */
export function compileRules<Row extends object, Action>(
  rules: readonly Rule<Action>[],
  { fields, effect, same = identical }: Area<Row, Action>,
): (row: Row) => Outcome<Row> {
  const steps = inOrder(rules).map((rule) => ({ rule, test: compileCondition(rule.condition, fields) }));
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
