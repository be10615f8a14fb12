import { decimalOf, readAmount } from "@tessera/contracts-finance/currencies.ts";
import type {
  FinanceRule,
  NewRule,
  RuleAction,
  RuleCondition,
  RuleField,
  RuleStage,
} from "@tessera/contracts-finance/rules.ts";
import { conditionOf, type DraftGroup, groupOf, nextKey, type DraftAction as Typed, tagsOf } from "@tessera/ui/rules";

export type ActionKind = "category" | "payee" | "note" | "addTags" | "split";
/** An action while it is typed; `shares` are those of a split. */
export interface DraftAction extends Typed<ActionKind> {
  shares: { key: number; percent: string; categoryId: string }[];
}

export interface Draft {
  name: string;
  stage: RuleStage;
  enabled: boolean;
  root: DraftGroup<RuleField>;
  actions: DraftAction[];
}

export const newAction = (kind: ActionKind = "category", value = ""): DraftAction => ({
  ...{ key: nextKey(), kind, value },
  shares: [newShare("50"), newShare("50")],
});
export const newShare = (percent = "", categoryId = "") => ({ key: nextKey(), percent, categoryId });

/** @param currency that amounts are written in */
export function draftOf(rule: (Omit<NewRule, "stage"> & { stage?: RuleStage }) | FinanceRule, currency: string): Draft {
  const { name, condition, actions, stage = null, enabled = true } = rule;
  const root = groupOf<RuleField>(condition, (one) => (typeof one === "number" ? decimalOf(one, currency) : one));
  return { name, stage, enabled, root, actions: actions.map(actionOf) };
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
  const condition: RuleCondition | null = conditionOf(root, (field, text) =>
    field === "amount" ? readAmount(text, currency) : text.trim() || null,
  );
  const done = actions.map(doneOf);
  if (!name.trim() || !condition || !done.length || done.includes(null)) return null;
  return { name: name.trim(), stage, enabled, condition, actions: done as RuleAction[] };
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
    const tags = tagsOf(text);
    return tags.length ? { addTags: tags } : null;
  }
  return text ? ({ [kind]: text } as RuleAction) : null;
}
