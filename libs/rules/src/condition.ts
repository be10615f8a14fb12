import { comparison, type FieldType, type Operand, type Operator, type Value } from "./operators.ts";
import { patternFault, patternIn } from "./pattern.ts";

export interface Comparison {
  field: string;
  is: Operator;
  value: Operand;
}
/** All of a list, or any of it. */
export type Condition = { all: readonly Condition[] } | { any: readonly Condition[] } | Comparison;

/** How an area gives the value of a field. */
export interface Field<Row> {
  type: FieldType;
  of: (row: Row) => Value;
}
export type Fields<Row> = Readonly<Record<string, Field<Row>>>;

/** Levels of a condition, and comparisons in it. */
export const MAX_DEPTH = 4;
export const MAX_COMPARISONS = 50;
/** Regular expressions in it, and in all rules of a person together: making one takes up to some milliseconds. */
export const MAX_PATTERNS = 5;
export const MAX_PATTERNS_TOGETHER = 100;

/** The comparisons of a condition, from left to right. */
export function comparisonsOf(condition: Condition): Comparison[] {
  if ("field" in condition) return [condition];
  return ("all" in condition ? condition.all : condition.any).flatMap(comparisonsOf);
}

/** How many regular expressions a condition has. */
export const patternsOf = (condition: Condition): number =>
  comparisonsOf(condition).filter(({ is, value }) => patternIn(is, value) !== null).length;

/** Why a condition cannot be used beside those of a person's other rules, in a sentence; null when it can. */
export function faultBeside(condition: Condition, others: readonly Condition[]): string | null {
  const own = patternsOf(condition);
  const all = others.reduce((sum, other) => sum + patternsOf(other), own);
  return own && all > MAX_PATTERNS_TOGETHER
    ? `All rules together have at most ${MAX_PATTERNS_TOGETHER} patterns, and this would be number ${all}.`
    : null;
}

/** Why a condition cannot be used, in a sentence; null when it can. */
export function faultOf<Row>(condition: Condition, fields: Fields<Row>): string | null {
  const depth = (one: Condition): number =>
    "field" in one ? 0 : 1 + Math.max(0, ...("all" in one ? one.all : one.any).map(depth));
  if (depth(condition) > MAX_DEPTH) return `A condition has at most ${MAX_DEPTH} levels.`;
  const all = comparisonsOf(condition);
  if (!all.length) return "A rule needs a condition.";
  if (all.length > MAX_COMPARISONS) return `A condition has at most ${MAX_COMPARISONS} comparisons.`;
  if (patternsOf(condition) > MAX_PATTERNS) return `A condition has at most ${MAX_PATTERNS} patterns.`;
  const wrong = all.find(({ field, is, value }) => {
    const known = Object.hasOwn(fields, field) && fields[field];
    return !known || !comparison(known.type, is, value);
  });
  if (!wrong) return null;
  const pattern = patternIn(wrong.is, wrong.value);
  const isText = Object.hasOwn(fields, wrong.field) && fields[wrong.field]!.type === "text";
  return (isText && pattern !== null && patternFault(pattern)) || `“${wrong.field}” cannot be compared like that.`;
}

/** @throws Error for a condition that has a fault */
export function compileCondition<Row>(condition: Condition, fields: Fields<Row>): (row: Row) => boolean {
  const fault = faultOf(condition, fields);
  if (fault) throw new Error(fault);
  return predicate(condition, fields);
}

function predicate<Row>(condition: Condition, fields: Fields<Row>): (row: Row) => boolean {
  if ("field" in condition) {
    const { type, of } = fields[condition.field]!;
    const test = comparison(type, condition.is, condition.value)!;
    return (row) => test(of(row));
  }
  if ("all" in condition) {
    const parts = condition.all.map((part) => predicate(part, fields));
    return (row) => parts.every((part) => part(row));
  }
  const parts = condition.any.map((part) => predicate(part, fields));
  return (row) => parts.some((part) => part(row));
}
