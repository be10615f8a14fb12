import type { Item, ItemSummary } from "./items.ts";

/** What lists tell of the steps that enrich an item: whether one still runs or waits, and the first that failed. */
export function enrichmentOf(processing: Item["processing"]): Pick<ItemSummary, "enriching" | "failure"> {
  const steps = Object.entries(processing);
  // What a person cancelled is told where nothing failed.
  const failures = steps.filter(([, { state }]) => state === "failure");
  const [step, failed] = failures.find(([, { cancelled }]) => !cancelled) ?? failures[0] ?? [];
  return {
    ...(steps.some(([, { state }]) => state === "pending") ? { enriching: true as const } : {}),
    ...(step !== undefined && failed
      ? {
          failure: {
            step,
            ...(failed.reason === undefined ? {} : { reason: failed.reason }),
            ...(failed.cancelled ? { cancelled: failed.cancelled } : {}),
          },
        }
      : {}),
  };
}
