import type { Category } from "@tessera/contracts-finance/categories.ts";
import type { TreeNode } from "./use-books.ts";

/** Each category's root, by id. */
export function rootsOf(tree: readonly TreeNode[]): Map<string, Category> {
  const roots = new Map<string, Category>();
  let root: Category | undefined;
  for (const { category, level } of tree) {
    if (level === 0) root = category;
    if (root) roots.set(category.id, root);
  }
  return roots;
}
