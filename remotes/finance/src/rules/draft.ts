import { decimalOf, readAmount } from "@tessera/contracts-finance/currencies.ts";
import type {
  FinanceRule,
  NewRule,
  RuleAction,
  RuleComparison,
  RuleCondition,
  RuleField,
  RuleOperator,
  RuleStage,
} from "@tessera/contracts-finance/rules.ts";

/** A comparison while it is typed. `second`: the upper end of `between`. */
export interface DraftOne {
  key: number;
  field: RuleField;
  is: RuleOperator;
  value: string;
  second: string;
}
export interface DraftGroup {
  key: number;
  mode: "all" | "any";
  parts: DraftNode[];
}
export type DraftNode = DraftOne | DraftGroup;

export type ActionKind = "category" | "payee" | "note" | "addTags" | "split";
/** An action while it is typed; `shares` are those of a split. */
export interface DraftAction {
  key: number;
  kind: ActionKind;
  value: string;
  shares: { key: number; percent: string; categoryId: string }[];
}

export interface Draft {
  name: string;
  stage: RuleStage;
  enabled: boolean;
  root: DraftGroup;
  actions: DraftAction[];
}

let made = 0;
/** A key for something that is added to a draft. */
export const nextKey = () => ++made;

/** Between names of a list; payees have commas. */
const SEPARATOR = ";";

export const newOne = (field: RuleField = "payee", value = "", is: RuleOperator = "is"): DraftOne => ({
  ...{ key: nextKey(), field, is, value, second: "" },
});
export const newGroup = (mode: "all" | "any", parts: DraftNode[]): DraftGroup => ({ key: nextKey(), mode, parts });
export const newAction = (kind: ActionKind = "category", value = ""): DraftAction => ({
  ...{ key: nextKey(), kind, value },
  shares: [newShare("50"), newShare("50")],
});
export const newShare = (percent = "", categoryId = "") => ({ key: nextKey(), percent, categoryId });

/** @param currency that amounts are written in */
export function draftOf(rule: (Omit<NewRule, "stage"> & { stage?: RuleStage }) | FinanceRule, currency: string): Draft {
  const { name, condition, actions, stage = null, enabled = true } = rule;
  const root = nodeOf(condition, currency);
  return {
    ...{ name, stage, enabled },
    root: "field" in root ? newGroup("all", [root]) : root,
    actions: actions.map(actionOf),
  };
}

function nodeOf(condition: RuleCondition, currency: string): DraftNode {
  if (!("field" in condition)) {
    const [mode, parts] = "all" in condition ? (["all", condition.all] as const) : (["any", condition.any] as const);
    return newGroup(
      mode,
      parts.map((part) => nodeOf(part, currency)),
    );
  }
  const { field, is, value } = condition;
  const text = (one: string | number) => (typeof one === "number" ? decimalOf(one, currency) : one);
  if (!Array.isArray(value)) return newOne(field, text(value), is);
  if (is === "between") return { ...newOne(field, text(value[0]!), is), second: text(value[1]!) };
  return newOne(field, value.map(text).join(`${SEPARATOR} `), is);
}

function actionOf(action: RuleAction): DraftAction {
  if ("category" in action) return newAction("category", action.category ?? "");
  if ("payee" in action) return newAction("payee", action.payee);
  if ("note" in action) return newAction("note", action.note);
  if ("addTags" in action) return newAction("addTags", action.addTags.join(", "));
  const shares = action.split.map(({ percent, categoryId }) => newShare(String(percent), categoryId ?? ""));
  return { ...newAction("split"), shares };
}

/** The rule that was typed; null while something is missing. */
export function ruleOf({ name, stage, enabled, root, actions }: Draft, currency: string): NewRule | null {
  const condition = conditionOf(root, currency);
  const done = actions.map(doneOf);
  if (!name.trim() || !condition || !done.length || done.includes(null)) return null;
  return { name: name.trim(), stage, enabled, condition, actions: done as RuleAction[] };
}

function conditionOf(node: DraftNode, currency: string): RuleCondition | null {
  if ("field" in node) {
    const value = operandOf(node, currency);
    return value === null ? null : { field: node.field, is: node.is, value };
  }
  const parts = node.parts.map((part) => conditionOf(part, currency));
  if (!parts.length || parts.includes(null)) return null;
  if (parts.length === 1) return parts[0]!;
  return node.mode === "all" ? { all: parts as RuleCondition[] } : { any: parts as RuleCondition[] };
}

function operandOf({ field, is, value, second }: DraftOne, currency: string): RuleComparison["value"] | null {
  const one = (text: string): string | number | null =>
    field === "amount" ? readAmount(text, currency) : text.trim() || null;
  if (is === "between") {
    const ends = [one(value), one(second)];
    return ends.includes(null) ? null : (ends as (string | number)[]);
  }
  if (is === "oneOf" || is === "notOneOf") {
    const all = value.split(SEPARATOR).flatMap((text) => text.trim() || []);
    return all.length ? all : null;
  }
  return one(value);
}

function doneOf({ kind, value, shares }: DraftAction): RuleAction | null {
  const text = value.trim();
  if (kind === "category") return { category: value || null };
  if (kind === "split") {
    const split = shares.map(({ percent, categoryId }) => ({
      ...{ percent: Number(percent), categoryId: categoryId || null },
    }));
    const isWhole = split.every(({ percent }) => Number.isInteger(percent) && percent > 0);
    return isWhole && split.reduce((sum, { percent }) => sum + percent, 0) === 100 ? { split } : null;
  }
  if (kind === "addTags") {
    const tags = [...new Set(text.split(",").flatMap((tag) => tag.trim() || []))];
    return tags.length ? { addTags: tags } : null;
  }
  return text ? ({ [kind]: text } as RuleAction) : null;
}
