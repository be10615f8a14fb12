import type { ItemSummary } from "@tessera/contracts-items/items.ts";

/** All but the usual one, which is not said. */
export type Priority = NonNullable<ItemSummary["priority"]>;

export const PRIORITY_WORDS = {
  high: "High priority",
  medium: "Medium priority",
  low: "Low priority",
} as const satisfies Record<Priority, string>;

/** Of the theme, for words on every background of a row. */
export const PRIORITY_COLOURS = {
  high: "var(--bad)",
  medium: "var(--warn)",
  low: "var(--run)",
} as const satisfies Record<Priority, string>;
