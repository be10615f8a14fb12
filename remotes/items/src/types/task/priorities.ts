import type { ItemSummary } from "@tessera/contracts-items/items.ts";

/** Without "none", which rows do not show. */
export type Priority = NonNullable<ItemSummary["priority"]>;

export const PRIORITY_WORDS = {
  high: "High priority",
  medium: "Medium priority",
  low: "Low priority",
} as const satisfies Record<Priority, string>;

/**
 * What a task's row says, without the priority: that stands before all else, where no narrow row cuts its word off.
 * Null where it says none.
 */
export function withoutPriority(line: string, priority: Priority | undefined): string | null {
  const parts = line.split(" · ");
  // The first part of these words: those of the text come later.
  const at = priority ? parts.indexOf(PRIORITY_WORDS[priority]) : -1;
  return at < 0 ? null : parts.toSpliced(at, 1).join(" · ");
}

/** Of the theme, for words on every background of a row. */
export const PRIORITY_COLOURS = {
  high: "var(--bad)",
  medium: "var(--warn)",
  low: "var(--run)",
} as const satisfies Record<Priority, string>;
