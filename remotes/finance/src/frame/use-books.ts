import type { Account } from "@tessera/contracts-finance/accounts.ts";
import type { Category } from "@tessera/contracts-finance/categories.ts";
import { useQuery, useQueryClient } from "@tessera/query";
import { useLive } from "@tessera/shell-api";
import { finance, keys } from "../api.ts";

/** Ms between polls while changes do not arrive on their own. */
export const POLL_MS = 15_000;

/** Accounts with their balances, as they change on any device. */
export function useAccounts() {
  const client = useQueryClient();
  const invalidate = () => void client.invalidateQueries({ queryKey: keys.accounts });
  const live = useLive("finance.account", invalidate);
  useLive("finance.transaction", invalidate);
  return {
    live,
    query: useQuery({
      queryKey: keys.accounts,
      queryFn: ({ signal }) => finance.accounts(signal),
      refetchInterval: live === "live" ? false : POLL_MS,
    }),
  };
}

/** The categories, as they change on any device. */
export function useCategories() {
  const client = useQueryClient();
  const live = useLive("finance.category", () => void client.invalidateQueries({ queryKey: keys.categories }));
  return {
    live,
    query: useQuery({
      queryKey: keys.categories,
      queryFn: ({ signal }) => finance.categories(signal),
      refetchInterval: live === "live" ? false : POLL_MS,
    }),
  };
}

export const accountsById = (accounts: readonly Account[]) => new Map(accounts.map((account) => [account.id, account]));

export interface TreeNode {
  category: Category;
  /** 0 at the root. */
  level: number;
  /** "Food / Bread" */
  path: string;
}

/** Categories as a tree, flat: each before what is below it, siblings by name. */
export function treeOf(categories: readonly Category[]): TreeNode[] {
  const children = new Map<string | null, Category[]>();
  for (const category of categories)
    children.set(category.parentId, [...(children.get(category.parentId) ?? []), category]);
  const below = (parentId: string | null, level: number, above: string): TreeNode[] =>
    (children.get(parentId) ?? []).flatMap((category) => {
      const path = above ? `${above} / ${category.name}` : category.name;
      return [{ category, level, path }, ...below(category.id, level + 1, path)];
    });
  return below(null, 0, "");
}
