import { type Condition, type FieldType, patternIn } from "@tessera/rules";
import type { DraftOperator } from "./draft.ts";

const OPERATOR_NAMES: Record<DraftOperator, string> = {
  is: "is",
  isNot: "is not",
  oneOf: "is one of",
  notOneOf: "is none of",
  contains: "contains",
  doesNotContain: "does not contain",
  approximately: "is about",
  between: "is between",
  greater: "is more than",
  less: "is less than",
  matches: "matches the pattern",
  doesNotMatch: "does not match the pattern",
};
/** Days are later, not more. */
const DAY_OPERATORS: Partial<Record<DraftOperator, string>> = { greater: "is after", less: "is before" };

export const operatorName = (type: FieldType, is: DraftOperator): string =>
  (type === "day" && DAY_OPERATORS[is]) || OPERATOR_NAMES[is];

/** How the fields of an area are named, and its values written. */
export interface ConditionNames<Field extends string> {
  fields: Readonly<Record<Field, { name: string; type: FieldType }>>;
  value: (field: Field, value: string | number) => string;
}

/** "Payee contains “rewe” and amount is less than €50.00" */
export function conditionWords<Field extends string>(
  condition: Condition,
  names: ConditionNames<Field>,
  isInner = false,
): string {
  if ("field" in condition) {
    const { is, value } = condition;
    const field = condition.field as Field;
    const { name, type } = names.fields[field];
    const pattern = patternIn(is, value);
    if (pattern !== null) {
      const matches = operatorName(type, is === "contains" ? "matches" : "doesNotMatch");
      return `${isInner ? name.toLowerCase() : name} ${matches} ${names.value(field, pattern)}`;
    }
    const values = (typeof value === "object" ? value : [value]).map((one) => names.value(field, one));
    return `${isInner ? name.toLowerCase() : name} ${operatorName(type, is)} ${values.join(is === "between" ? " and " : ", ")}`;
  }
  const [word, parts] = "all" in condition ? (["and", condition.all] as const) : (["or", condition.any] as const);
  return parts
    .map((part, at) => {
      const words = conditionWords(part, names, isInner || at > 0);
      return "field" in part ? words : `(${words})`;
    })
    .join(` ${word} `);
}
