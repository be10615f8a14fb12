import { enrichmentOf } from "@tessera/contracts-items/enrichment.ts";
import type { Item, ItemSummary } from "@tessera/contracts-items/items.ts";
import { doneOf } from "../types/done.ts";

/**
 * The row that a card would have, for triage of a card that no loaded list holds. Without the line under its title,
 * which the service alone composes: triage names cards by their title, and no list shows this row.
 */
export function summaryOf(item: Item): ItemSummary {
  const { body: _, data: __, processing, attachments, ...common } = item;
  return {
    ...common,
    line: "",
    attachmentCount: attachments.length,
    ...doneOf(item),
    ...enrichmentOf(processing),
  };
}
