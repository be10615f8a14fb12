import type { RuleAction, RuleCondition, RuleField } from "@tessera/contracts-finance/rules.ts";
import type { FieldType } from "@tessera/rules";
import { conditionWords as words } from "@tessera/ui/rules";
import { money } from "../money.ts";

export const FIELDS: Record<RuleField, { name: string; type: FieldType }> = {
  payee: { name: "Payee", type: "text" },
  bank: { name: "Payee as the bank writes it", type: "text" },
  note: { name: "Note", type: "text" },
  reference: { name: "Reference", type: "text" },
  amount: { name: "Amount", type: "number" },
  direction: { name: "Direction", type: "id" },
  date: { name: "Day", type: "day" },
  account: { name: "Account", type: "id" },
  category: { name: "Category", type: "id" },
  tags: { name: "Tags", type: "tags" },
};

/** Names of what rules refer to by id. */
export interface Names {
  account: ReadonlyMap<string, string>;
  category: ReadonlyMap<string, string>;
  currency: string;
  locale?: string;
}

/** "Payee contains “rewe” and amount is less than €50.00" */
export const conditionWords = (condition: RuleCondition, names: Names): string =>
  words<RuleField>(condition, { fields: FIELDS, value: (field, value) => valueWords(field, value, names) });

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
