import { type Condition, comparisonsOf } from "./condition.ts";
import type { Operator } from "./operators.ts";

export type Stage = "pre" | "post" | null;
/** What the order depends on; `age` grows with each newer rule. */
export interface Ranked {
  stage: Stage;
  condition: Condition;
  age: number;
  id: string;
}

/** Points of a comparison; of Actual Budget, as is doubling. */
const POINTS: Record<Operator, number> = {
  ...{ is: 10, isNot: 10, oneOf: 9, notOneOf: 9, approximately: 5, between: 5 },
  ...{ greater: 1, less: 1, contains: 0, doesNotContain: 0 },
};
const EXACT: ReadonlySet<Operator> = new Set(["is", "isNot", "oneOf", "notOneOf", "approximately"]);
const STAGES: readonly Stage[] = ["pre", null, "post"];

/** How specific a condition is: more specific rules run later and have the last word. */
export function specificity(condition: Condition): number {
  const all = comparisonsOf(condition);
  const sum = all.reduce((points, { is }) => points + POINTS[is], 0);
  return all.every(({ is }) => EXACT.has(is)) ? sum * 2 : sum;
}

/** In the order in which they run. */
export function inOrder<R extends Ranked>(rules: readonly R[]): R[] {
  const ranked = rules.map((rule) => ({ rule, stage: STAGES.indexOf(rule.stage), score: specificity(rule.condition) }));
  ranked.sort(
    (a, b) => a.stage - b.stage || a.score - b.score || a.rule.age - b.rule.age || (a.rule.id < b.rule.id ? -1 : 1),
  );
  return ranked.map(({ rule }) => rule);
}
