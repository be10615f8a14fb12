import type { Item, ItemSummary } from "./items.ts";

/** What lists tell of the steps that enrich an item: whether one still runs or waits, and the first that failed. */
export function enrichmentOf(processing: Item["processing"]): Pick<ItemSummary, "enriching" | "failure"> {
  const steps = Object.entries(processing);
  const failed = steps.find(([, { state }]) => state === "failure");
  return {
    ...(steps.some(([, { state }]) => state === "pending") ? { enriching: true as const } : {}),
    ...(failed
      ? { failure: { step: failed[0], ...(failed[1].reason === undefined ? {} : { reason: failed[1].reason }) } }
      : {}),
  };
}
