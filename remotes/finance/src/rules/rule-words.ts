import type { RuleAction, RuleCondition, RuleField, RuleOperator } from "@tessera/contracts-finance/rules.ts";
import { money } from "../money.ts";

export const FIELD_NAMES: Record<RuleField, string> = {
  payee: "Payee",
  bank: "Payee as the bank writes it",
  note: "Note",
  reference: "Reference",
  amount: "Amount",
  direction: "Direction",
  date: "Day",
  account: "Account",
  category: "Category",
  tags: "Tags",
};

export const OPERATOR_NAMES: Record<RuleOperator, string> = {
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
};
/** Days are later, not more. */
const DAY_OPERATORS: Partial<Record<RuleOperator, string>> = { greater: "is after", less: "is before" };

export const operatorName = (field: RuleField, is: RuleOperator): string =>
  (field === "date" && DAY_OPERATORS[is]) || OPERATOR_NAMES[is];

/** Names of what rules refer to by id. */
export interface Names {
  account: ReadonlyMap<string, string>;
  category: ReadonlyMap<string, string>;
  currency: string;
  locale?: string;
}

/** "Payee contains “rewe” and amount is less than €50.00" */
export function conditionWords(condition: RuleCondition, names: Names, isInner = false): string {
  if ("field" in condition) {
    const { field, is, value } = condition;
    const values = (Array.isArray(value) ? value : [value]).map((one) => valueWords(field, one, names));
    const name = isInner ? FIELD_NAMES[field].toLowerCase() : FIELD_NAMES[field];
    return `${name} ${operatorName(field, is)} ${values.join(is === "between" ? " and " : ", ")}`;
  }
  const [word, parts] = "all" in condition ? (["and", condition.all] as const) : (["or", condition.any] as const);
  return parts
    .map((part, at) => {
      const words = conditionWords(part, names, isInner || at > 0);
      return "field" in part ? words : `(${words})`;
    })
    .join(` ${word} `);
}

function valueWords(field: RuleField, value: string | number, names: Names): string {
  if (typeof value === "number") return money(value, names.currency, names.locale);
  if (field === "account" || field === "category") return names[field].get(value) ?? "one that is gone";
  if (field === "direction") return value === "in" ? "money in" : "money out";
  return field === "date" ? value : `“${value}”`;
}

/** "category Food, payee Rewe" */
export const actionsWords = (actions: readonly RuleAction[], names: Names): string =>
  actions.map((action) => actionWords(action, names)).join(", ");

function actionWords(action: RuleAction, { category }: Names): string {
  const named = (id: string | null) => (id === null ? "none" : (category.get(id) ?? "one that is gone"));
  if ("category" in action) return `category ${named(action.category)}`;
  if ("payee" in action) return `payee ${action.payee}`;
  if ("note" in action) return `note “${action.note}”`;
  if ("addTags" in action) return `tags ${action.addTags.join(", ")}`;
  return `split ${action.split.map(({ percent, categoryId }) => `${percent}% ${named(categoryId)}`).join(", ")}`;
}
