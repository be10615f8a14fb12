import { fold } from "./fold.ts";
import { patternIn, patternTest } from "./pattern.ts";

/** `number` is compared as it is, `day` is YYYY-MM-DD, `id` never folded. */
export type FieldType = "text" | "id" | "number" | "day" | "tags";
export type Value = string | number | readonly string[] | null;
export type Operator =
  | "is"
  | "isNot"
  | "oneOf"
  | "notOneOf"
  | "contains"
  | "doesNotContain"
  | "approximately"
  | "between"
  | "greater"
  | "less";
/**
 * What a comparison names: two numbers or days for `between`, a list for `oneOf`, else one text or number. What a text
 * contains may be a regular expression, written `~/…/` (pattern.ts).
 */
export type Operand = string | number | readonly (string | number)[];

/** What a type of field can be compared by. */
export const OPERATORS: Readonly<Record<FieldType, readonly Operator[]>> = {
  text: ["is", "isNot", "contains", "doesNotContain", "oneOf", "notOneOf"],
  id: ["is", "isNot", "oneOf", "notOneOf"],
  number: ["is", "approximately", "between", "greater", "less"],
  day: ["is", "approximately", "between", "greater", "less"],
  tags: ["contains", "doesNotContain"],
};

/** Share by which two numbers that are approximately the same differ at most; of Actual Budget. */
const NEAR = 0.075;
/** The same for days. */
const NEAR_DAYS = 2;
const DAY_MS = 86_400_000;

type Predicate = (value: Value) => boolean;

/** A comparison as a predicate over a field's value; null when the operand does not suit it. */
export function comparison(type: FieldType, operator: Operator, operand: Operand): Predicate | null {
  if (!OPERATORS[type].includes(operator)) return null;
  if (type === "tags") return ofTags(operator, operand);
  return type === "text" || type === "id" ? ofText(type, operator, operand) : ofScale(type, operator, operand);
}

function ofText(type: "text" | "id", operator: Operator, operand: Operand): Predicate | null {
  const plain = (text: string) => (type === "text" ? fold(text) : text);
  const own = (value: Value) => (typeof value === "string" ? plain(value) : "");
  if (operator === "oneOf" || operator === "notOneOf") {
    if (!Array.isArray(operand) || !operand.length || operand.some((one) => typeof one !== "string")) return null;
    const wanted = new Set((operand as string[]).map(plain));
    return operator === "oneOf" ? (value) => wanted.has(own(value)) : (value) => !wanted.has(own(value));
  }
  if (typeof operand !== "string" || plain(operand) === "") return null;
  const pattern = type === "text" ? patternIn(operator, operand) : null;
  if (pattern !== null) {
    const test = patternTest(pattern);
    const has = (value: Value) => test!(typeof value === "string" ? value : "");
    return test && (operator === "contains" ? has : (value) => !has(value));
  }
  const wanted = plain(operand);
  if (operator === "is") return (value) => own(value) === wanted;
  if (operator === "isNot") return (value) => own(value) !== wanted;
  return operator === "contains" ? (value) => own(value).includes(wanted) : (value) => !own(value).includes(wanted);
}

function ofTags(operator: Operator, operand: Operand): Predicate | null {
  if (typeof operand !== "string" || fold(operand) === "") return null;
  const wanted = fold(operand);
  const has = (value: Value) => Array.isArray(value) && value.some((tag) => fold(tag) === wanted);
  return operator === "contains" ? has : (value) => !has(value);
}

function ofScale(type: "number" | "day", operator: Operator, operand: Operand): Predicate | null {
  const measure = (value: unknown): number =>
    type === "number" ? (typeof value === "number" ? value : Number.NaN) : Date.parse(`${value}T00:00:00Z`) / DAY_MS;
  const of = (test: (value: number) => boolean): Predicate => {
    return (value) => value !== null && test(measure(value));
  };
  if (operator === "between") {
    if (!Array.isArray(operand) || operand.length !== 2) return null;
    const [low, high] = operand.map(measure).sort((a, b) => a - b) as [number, number];
    return Number.isNaN(low + high) ? null : of((value) => value >= low && value <= high);
  }
  const wanted = measure(operand);
  if (Array.isArray(operand) || Number.isNaN(wanted)) return null;
  if (operator === "is") return of((value) => value === wanted);
  if (operator === "greater") return of((value) => value > wanted);
  if (operator === "less") return of((value) => value < wanted);
  const margin = type === "day" ? NEAR_DAYS : Math.abs(wanted) * NEAR;
  return of((value) => Math.abs(value - wanted) <= margin);
}
