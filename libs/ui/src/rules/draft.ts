import {
  type Comparison,
  type Condition,
  type Operand,
  type Operator,
  patternFault,
  patternIn,
  writtenPattern,
} from "@tessera/rules";

/** Comparisons as they are offered: a pattern is one of its own. */
export type DraftOperator = Operator | "matches" | "doesNotMatch";
export const PATTERN_OPERATORS: readonly DraftOperator[] = ["matches", "doesNotMatch"];

/** A comparison while it is typed. `second`: the upper end of `between`. */
export interface DraftOne<Field extends string = string> {
  key: number;
  field: Field;
  is: DraftOperator;
  value: string;
  second: string;
}
export interface DraftGroup<Field extends string = string> {
  key: number;
  mode: "all" | "any";
  parts: DraftNode<Field>[];
}
export type DraftNode<Field extends string = string> = DraftOne<Field> | DraftGroup<Field>;
/** An action while it is typed. */
export interface DraftAction<Kind extends string = string> {
  key: number;
  kind: Kind;
  value: string;
}

let made = 0;
/** A key for something that is added to a draft. */
export const nextKey = () => ++made;

/** Between names of a list; names of payees have commas. */
const SEPARATOR = ";";

export const newOne = <Field extends string>(field: Field, value = "", is: DraftOperator = "is"): DraftOne<Field> => ({
  ...{ key: nextKey(), field, is, value, second: "" },
});
export const newGroup = <Field extends string>(mode: "all" | "any", parts: DraftNode<Field>[]): DraftGroup<Field> => ({
  key: nextKey(),
  mode,
  parts,
});

type TextOf = (value: string | number) => string;
type ReadOne<Field extends string> = (field: Field, text: string) => string | number | null;

/** A condition as it is typed, always a group. @param textOf how a value is written */
export function groupOf<Field extends string>(condition: Condition, textOf: TextOf = String): DraftGroup<Field> {
  const root = nodeOf<Field>(condition, textOf);
  return "field" in root ? newGroup("all", [root]) : root;
}

function nodeOf<Field extends string>(condition: Condition, textOf: TextOf): DraftNode<Field> {
  if (!("field" in condition)) {
    const [mode, parts] = "all" in condition ? (["all", condition.all] as const) : (["any", condition.any] as const);
    return newGroup(
      mode,
      parts.map((part) => nodeOf<Field>(part, textOf)),
    );
  }
  const { is, value } = condition;
  const field = condition.field as Field;
  const pattern = patternIn(is, value);
  if (pattern !== null) return newOne(field, pattern, is === "contains" ? "matches" : "doesNotMatch");
  if (typeof value !== "object") return newOne(field, textOf(value), is);
  if (is === "between") return { ...newOne(field, textOf(value[0]!), is), second: textOf(value[1]!) };
  return newOne(field, value.map(textOf).join(`${SEPARATOR} `), is);
}

type TypedComparison<Field extends string> = Comparison & {
  field: Field;
  value: string | number | (string | number)[];
};
export type TypedCondition<Field extends string> =
  | { all: TypedCondition<Field>[] }
  | { any: TypedCondition<Field>[] }
  | TypedComparison<Field>;

/** The condition that was typed; null while something is missing. @param readOne one value; null when it is none */
export function conditionOf<Field extends string>(
  node: DraftNode<Field>,
  readOne: ReadOne<Field> = (_, text) => text.trim() || null,
): TypedCondition<Field> | null {
  if ("field" in node) {
    const value = operandOf(node, readOne);
    return value === null
      ? null
      : { field: node.field, is: operatorOf(node.is), value: value as TypedComparison<Field>["value"] };
  }
  const parts = node.parts.map((part) => conditionOf(part, readOne));
  if (!parts.length || parts.includes(null)) return null;
  if (parts.length === 1) return parts[0]!;
  return { [node.mode]: parts } as unknown as TypedCondition<Field>;
}

function operatorOf(is: DraftOperator): Operator {
  if (is === "matches") return "contains";
  return is === "doesNotMatch" ? "doesNotContain" : is;
}

function operandOf<Field extends string>(
  { field, is, value, second }: DraftOne<Field>,
  readOne: ReadOne<Field>,
): Operand | null {
  if (is === "between") {
    const ends = [readOne(field, value), readOne(field, second)];
    return ends.includes(null) ? null : (ends as (string | number)[]);
  }
  if (is === "oneOf" || is === "notOneOf") {
    const all = value.split(SEPARATOR).flatMap((text) => text.trim() || []);
    return all.length ? all : null;
  }
  if (PATTERN_OPERATORS.includes(is)) {
    const pattern = value.trim();
    return pattern && !patternFault(pattern) ? writtenPattern(pattern) : null;
  }
  return readOne(field, value);
}

/** Tags of a field, separated by commas. */
export const tagsOf = (text: string): string[] => [...new Set(text.split(",").flatMap((tag) => tag.trim() || []))];
