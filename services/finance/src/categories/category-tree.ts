import { MAX_CATEGORY_DEPTH } from "@tessera/contracts-finance/limits.ts";

interface Node {
  id: string;
  parentId: string | null;
}

/** Whether a category (null: a new one) may lie below `parentId`: not within itself, and no deeper than allowed. */
export function fitsInTree(all: readonly Node[], id: string | null, parentId: string | null): boolean {
  const parents = new Map(all.map((node) => [node.id, node.parentId]));
  let above = 0;
  for (let at = parentId; at !== null; at = parents.get(at) ?? null) {
    if (at === id || ++above >= MAX_CATEGORY_DEPTH) return false;
  }
  return above + (id === null ? 1 : heightOf(all, id)) <= MAX_CATEGORY_DEPTH;
}

/** Levels of a category with all below it. */
function heightOf(all: readonly Node[], id: string): number {
  const children = all.filter(({ parentId }) => parentId === id);
  return 1 + Math.max(0, ...children.map((child) => heightOf(all, child.id)));
}
