import type { Item, ItemPatch } from "@tessera/contracts-items/items.ts";
import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import { mergedLines } from "@tessera/text-changes/text-difference.ts";
import { mergedSteps } from "../types/task/merge-steps.ts";
import type { Step } from "../types/task/same-steps.ts";

const stepsOf = (data: ItemPatch["data"]) => (data?.checklist ?? []) as Step[];

/**
 * Lays a patch over the fields that the other version changed too: lines of a text, and steps of a checklist.
 * @param fields names as of a conflict, of these two
 * @returns what is left of the patch; null where both changed the same
 */
export function mergedFields(fields: readonly string[], base: Item, mine: ItemPatch, fresh: Item): ItemPatch | null {
  let { body, data, ...patch }: ItemPatch = mine;
  if (fields.includes("body")) {
    const text = mergedLines(base.body, body ?? base.body, fresh.body);
    if (text === null || text.length > MAX_BODY_LENGTH) return null;
    body = text === fresh.body ? undefined : text;
  }
  if (fields.includes("data.checklist")) {
    const theirs = stepsOf(fresh.data);
    const steps = mergedSteps(stepsOf(base.data), stepsOf(data), theirs);
    if (steps === null) return null;
    const { checklist: _, ...others } = data ?? {};
    const isTheirs = JSON.stringify(steps) === JSON.stringify(theirs);
    data = isTheirs ? others : { ...others, checklist: steps };
  }
  patch = { ...patch, ...(body === undefined ? {} : { body }) };
  return data && Object.keys(data).length > 0 ? { ...patch, data } : patch;
}
