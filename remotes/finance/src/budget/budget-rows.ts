import type { BudgetKind, BudgetLine, BudgetMonth } from "@tessera/contracts-finance/budgets.ts";
import type { TreeNode } from "../frame/use-books.ts";

/** Figures of one category, or of several together. */
export type Figures = Pick<BudgetLine, "budgeted" | "spent" | "carried" | "balance">;

export interface BudgetTableRow {
  /** Of the category, and for a category itself among those below it with "itself". */
  key: string;
  /** `group`: a category with those below it; only what it has itself and what is below can be budgeted. */
  kind: "line" | "group";
  categoryId: string;
  name: string;
  level: number;
  figures: Figures;
  carries: boolean;
}

export const NO_FIGURES: Figures = { budgeted: 0, spent: 0, carried: 0, balance: 0 };

export const together = (all: Iterable<Figures>): Figures => {
  const total = { ...NO_FIGURES };
  for (const one of all) for (const name of Object.keys(total) as (keyof Figures)[]) total[name] += one[name];
  return total;
};

/** Income and what is below it is assigned, not budgeted. */
export function spendable(tree: readonly TreeNode[]): TreeNode[] {
  let earned: number | null = null;
  return tree.filter(({ category, level }) => {
    if (earned !== null && level > earned) return false;
    earned = category.income ? level : null;
    return earned === null;
  });
}

/** A row for each category, and one for a category itself where it has figures beside those below it. */
export function rowsOf(tree: readonly TreeNode[], lines: readonly BudgetLine[]): BudgetTableRow[] {
  const own = new Map(lines.map((line) => [line.categoryId, line]));
  const all = spendable(tree);
  return all.flatMap(({ category: { id, name, splits }, level }, place): BudgetTableRow[] => {
    const after = all.slice(place + 1);
    const end = after.findIndex((node) => node.level <= level);
    const below = end < 0 ? after : after.slice(0, end);
    const line = own.get(id);
    const row = { categoryId: id, name, level, figures: line ?? NO_FIGURES, carries: line?.carries ?? false };
    if (!below.length) return [{ ...row, key: id, kind: "line" }];
    const figures = together([row.figures, ...below.flatMap(({ category }) => own.get(category.id) ?? [])]);
    const group: BudgetTableRow = { ...row, key: id, kind: "group", figures, carries: false };
    const itself: BudgetTableRow = {
      ...row,
      key: `${id} itself`,
      kind: "line",
      name: `${name}, itself`,
      level: level + 1,
    };
    return line || splits > 0 ? [group, itself] : [group];
  });
}

/** What there was to spend. */
export const available = ({ carried, budgeted }: Figures): number => carried + budgeted;

/** How much of what there was is spent: 0 to 1. */
export function shareOf(figures: Figures): number {
  const spent = Math.max(0, -figures.spent);
  if (spent === 0) return 0;
  return available(figures) > 0 ? Math.min(1, spent / available(figures)) : 1;
}

/** What a bar says in words; empty where there is nothing to say. */
export function wordsOf(figures: Figures, kind: BudgetKind, text: (amount: number) => string): string {
  const { balance } = figures;
  const there = available(figures);
  if (balance < 0) return `${text(-balance)} ${kind === "envelope" ? "overspent" : "over"}`;
  if (there > 0) return balance === 0 ? "All spent" : `${text(balance)} left of ${text(there)}`;
  return balance > 0 ? `${text(balance)} left` : "";
}

/** The month as it is once a category has another amount: shown at once, read again after. */
export function withAmount(month: BudgetMonth, categoryId: string, amount: number): BudgetMonth {
  const line = month.lines.find((one) => one.categoryId === categoryId) ?? {
    ...{ categoryId, ...NO_FIGURES, carries: false },
  };
  const more = amount - line.budgeted;
  const changed = { ...line, budgeted: amount, balance: line.balance + more };
  const { pool } = month;
  return {
    ...month,
    lines: [...month.lines.filter((one) => one.categoryId !== categoryId), changed],
    pool: pool && { ...pool, budgeted: pool.budgeted + more, ready: pool.ready - more },
  };
}
