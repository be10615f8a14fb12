import type { Budget, BudgetFillFrom, BudgetMonth, BudgetMove } from "@tessera/contracts-finance/budgets.ts";
import { keepPreviousData, useQuery, useQueryClient } from "@tessera/query";
import { shell, useLive } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { finance, keys } from "../api.ts";
import { useActs } from "../frame/undo.ts";
import { POLL_MS } from "../frame/use-books.ts";
import { money } from "../money.ts";
import { withAmount } from "./budget-rows.ts";

/** The budgets, as they change on any device. */
export function useBudgets() {
  const client = useQueryClient();
  const live = useLive("finance.budget", () => void client.invalidateQueries({ queryKey: keys.budgets }));
  const query = useQuery({
    queryKey: keys.budgets,
    queryFn: ({ signal }) => finance.budgets(signal),
    refetchInterval: live === "live" ? false : POLL_MS,
  });
  return { live, query };
}

/** A month of a budget, as it changes on any device; transactions change it too. */
export function useBudgetMonth(budget: Budget | undefined, month: string) {
  const client = useQueryClient();
  const invalidate = () => void client.invalidateQueries({ queryKey: keys.budgets });
  const live = useLive("finance.budget_cell", invalidate);
  useLive("finance.budget_hold", invalidate);
  useLive("finance.transaction", invalidate);
  return useQuery({
    queryKey: keys.budgetMonth(budget?.id ?? "", month),
    queryFn: ({ signal }) => finance.budgetMonth(budget!.id, month, signal),
    enabled: budget !== undefined && month >= budget.start,
    placeholderData: keepPreviousData,
    refetchInterval: live === "live" ? false : POLL_MS,
  });
}

/** An amount that was typed and is not yet in what the service answers. */
interface Typed {
  month: string;
  categoryId: string;
  amount: number;
}

/** What is done to a budget; each can be undone, a failure says why. */
export function useBudgetChanges(budget: Budget, month: string, locale: string | undefined) {
  const { finished, undoLast, refresh } = useActs();
  const [typed, setTyped] = useState<readonly Typed[]>([]);
  const text = (amount: number) => money(amount, budget.currency, locale);
  const { id } = budget;

  const attempt = async <T extends { act: string }>(
    work: () => Promise<T>,
    words: string | ((done: T) => string),
  ): Promise<void> => {
    try {
      const done = await work();
      await finished(done.act, typeof words === "string" ? words : words(done));
    } catch (error) {
      shell().notifications.show({ message: failureWords("Nothing was changed.", error), intent: "error" });
      await refresh();
    }
  };
  const setAmount = async (categoryId: string, amount: number, name: string): Promise<void> => {
    const one: Typed = { month, categoryId, amount };
    setTyped((all) => [...all, one]);
    await attempt(
      () => finance.setBudget(id, { month, cells: [{ categoryId, amount }] }),
      `${text(amount)} budgeted for ${name}`,
    );
    setTyped((all) => all.filter((other) => other !== one));
  };
  /** The month as it was read, with amounts that are still being saved: an answer from before does not hide them. */
  const withTyped = (read: BudgetMonth): BudgetMonth =>
    typed
      .filter((one) => one.month === read.month)
      .reduce((shown, { categoryId, amount }) => withAmount(shown, categoryId, amount), read);
  const setCarries = (categoryId: string, carries: boolean, name: string) =>
    attempt(
      () => finance.setBudget(id, { month, cells: [{ categoryId, carries }] }),
      carries ? `${name} carries on` : `${name} does not carry on`,
    );
  const fill = (from: BudgetFillFrom) =>
    attempt(
      () => finance.fillBudget(id, { month, from }, crypto.randomUUID()),
      ({ changed }) =>
        `${FILLED[from]}: ${changed.toLocaleString()} ${changed === 1 ? "category" : "categories"} changed`,
    );
  const move = async (wanted: Omit<BudgetMove, "month">, words: string): Promise<void> => {
    const { act } = await finance.moveBudget(id, { month, ...wanted }, crypto.randomUUID());
    await finished(act, words);
  };
  const hold = async (amount: number): Promise<void> => {
    const { act } = await finance.holdBudget(id, { month, amount });
    await finished(act, amount ? `${text(amount)} held for the next month` : "Nothing held for the next month");
  };
  const changeKind = () => {
    const kind = budget.kind === "envelope" ? "tracking" : "envelope";
    return attempt(
      () => finance.changeBudget(id, budget.version, { kind }),
      kind === "envelope" ? "The budget assigns money now" : "The budget sets limits now",
    );
  };
  const remove = () => attempt(() => finance.deleteBudget(id, budget.version), `Budget in ${budget.currency} deleted`);
  return { withTyped, setAmount, setCarries, fill, move, hold, changeKind, remove, undoLast, text };
}
export type BudgetChanges = ReturnType<typeof useBudgetChanges>;

const FILLED: Record<BudgetFillFrom, string> = {
  "last-budget": "Budgeted as the month before",
  "last-spent": "Budgeted what was spent the month before",
  "average-3": "Budgeted the average of three months",
  zero: "Budgeted nothing",
};
