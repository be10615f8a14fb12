import { enrichmentOf } from "@tessera/contracts-items/enrichment.ts";
import type { Item, ItemSummary } from "@tessera/contracts-items/items.ts";
import { doneOf } from "../types/done.ts";

/** The row that a card would have, for triage of a card that no loaded list holds. */
export function summaryOf(item: Item): ItemSummary {
  const { body, data, processing, attachments, ...common } = item;
  return {
    ...common,
    line: body.split("\n", 1)[0] ?? "",
    attachmentCount: attachments.length,
    ...doneOf(item),
    ...enrichmentOf(processing),
  };
}
