import type { NewRule, RuleAction, RuleComparison } from "@tessera/contracts-finance/rules.ts";
import type { Transaction } from "@tessera/contracts-finance/transactions.ts";

/** A rule that would do with others like it what a transaction has: its payee, else its note, leads to its category. */
export function ruleLike({ payee, payeeText, note, splits }: Transaction): NewRule {
  const text = (field: RuleComparison["field"], is: RuleComparison["is"], value: string): RuleComparison => ({
    ...{ field, is, value },
  });
  const condition = payee
    ? text("payee", "is", payee.name)
    : payeeText
      ? text("bank", "is", payeeText)
      : text("note", "contains", note ?? "");
  const category: RuleAction = { category: splits.length === 1 ? splits[0]!.categoryId : null };
  return { name: String(condition.value).slice(0, 100), condition, actions: [category] };
}
