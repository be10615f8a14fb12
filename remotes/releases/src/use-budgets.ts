import type { AppOverview } from "@tessera/contracts-releases/releases.ts";
import { ALL_APPS } from "@tessera/contracts-releases/schedule-words.ts";
import type { WeightBudget } from "@tessera/contracts-releases/weight.ts";
import { useQuery, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { BudgetDialog, type BudgetProps } from "./budget-dialog.tsx";
import { ConfirmDialog, type ConfirmProps } from "./confirm-dialog.tsx";
import { releasesApi, releasesKeys } from "./releases-api.ts";
import { WeightDialog, type WeightProps } from "./weight-dialog.tsx";

export const useBudgets = () =>
  useQuery({ queryKey: releasesKeys.budgets, queryFn: ({ signal }) => releasesApi.budgets({ signal }) });

export interface BudgetActs {
  change(app: string, budget: WeightBudget): Promise<void>;
  remove(app: string): Promise<void>;
  /** Each release with its weight. */
  show(app: AppOverview): void;
}

export function useBudgetActions(): BudgetActs {
  const queries = useQueryClient();
  const settled = () => queries.invalidateQueries({ queryKey: releasesKeys.budgets });
  const nameOf = (app: string) => (app === ALL_APPS ? "all remotes" : app);
  return {
    change: (app, budget) =>
      shell()
        .dialogs.open<true, BudgetProps>(
          BudgetDialog,
          { budget, save: (changed) => releasesApi.setBudget(app, changed) },
          { title: `Weight budget of ${nameOf(app)}`, maxWidth: "480px", buttons: [] },
        )
        .then(settled),
    remove: (app) =>
      shell()
        .dialogs.open<true, ConfirmProps>(
          ConfirmDialog,
          {
            text: removalWords(app),
            confirm: "Remove budget",
            act: () => releasesApi.clearBudget(app),
          },
          { title: `Remove the weight budget of ${nameOf(app)}?`, maxWidth: "480px", buttons: [] },
        )
        .then(settled),
    show: (app) =>
      void shell().dialogs.open<true, WeightProps>(
        WeightDialog,
        { releases: app.releases },
        { title: `Weight of ${app.title}`, maxWidth: "560px", buttons: [] },
      ),
  };
}

const removalWords = (app: string) =>
  app === ALL_APPS || app === "shell"
    ? "New releases are measured by the default budget from now on."
    : `New releases of ${app} are measured by the budget of all remotes from now on.`;
