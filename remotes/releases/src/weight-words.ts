import type { ReleaseSummary } from "@tessera/contracts-releases/releases.ts";
import { ALL_APPS } from "@tessera/contracts-releases/schedule-words.ts";
import type { BudgetList, WeightBudget } from "@tessera/contracts-releases/weight.ts";

/** "84.2 kB", "1.25 MB"; 1 kB is 1000 bytes. */
export const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? `${Number((bytes / 1000).toFixed(1))} kB` : `${Number((bytes / 1_000_000).toFixed(2))} MB`;

/** "+1.2 kB", "−300 kB", "no change" */
export function changeText(now: number, before: number): string {
  const change = now - before;
  if (Math.abs(change) < 50) return "no change";
  return `${change < 0 ? "−" : "+"}${sizeText(Math.abs(change))}`;
}

/** The release that was published before another, of those that are known. */
export const releaseBefore = (releases: readonly ReleaseSummary[], { number }: Pick<ReleaseSummary, "number">) =>
  releases.filter((one) => one.number < number).toSorted((one, other) => other.number - one.number)[0];

/** The budget that counts for an app (`*`: for all remotes), and whether it is its own. */
export function budgetOf(budgets: BudgetList, app: string): { own: boolean; budget: WeightBudget } {
  const found = (name: string) => budgets.items.find((one) => one.app === name)?.budget;
  const own = found(app);
  const rest = app === "shell" ? budgets.default.shell : (found(ALL_APPS) ?? budgets.default.remote);
  return { own: own !== undefined, budget: own ?? rest };
}
