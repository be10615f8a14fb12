import type { Item, ItemPatch, ItemStatus, ItemSummary } from "@tessera/contracts-items/items.ts";
import { PRIORITY_SECTIONS } from "@tessera/contracts-items/sections.ts";
import { shell } from "@tessera/shell-api";

/** The field of `data` that says that a card of this type is done; undefined for types whose cards cannot be. */
const doneField = (type: string): string | undefined => shell().contributions.itemType(type)?.done?.field;

/** What a status makes of a card that can be done, as the service settles it. */
const doneAt = (status: ItemStatus | undefined, done: boolean): boolean =>
  status === "done" ? true : status === "inbox" || status === "later" ? false : done;

/** Whether a card counts as done, whatever it is. */
export const isDone = ({ done, status }: Pick<ItemSummary, "done" | "status">): boolean => done ?? status === "done";

/** The row with a patch laid over it, and what that says about its being done, how much it matters and who does it. */
export function patchedRow(row: ItemSummary, { data, ...patch }: ItemPatch): ItemSummary {
  const priority = PRIORITY_SECTIONS.find((one) => one === data?.priority);
  return {
    ...row,
    ...patch,
    ...(row.done === undefined ? {} : { done: doneAt(patch.status, row.done) }),
    ...(row.done !== undefined && data && "assignee" in data ? { assignee: data.assignee ?? undefined } : {}),
    ...(priority ? { priority: priority === "none" ? undefined : priority } : {}),
  } as ItemSummary;
}

/** The same of a whole card. */
export function patchedCard(item: Item, patch: ItemPatch): Item {
  const field = doneField(item.type);
  const data = { ...item.data, ...patch.data };
  if (field) data[field] = doneAt(patch.status, item.data[field] === true);
  return { ...item, ...patch, data };
}

/** A status alone leaves an archived card done: what opens it again names its field too, as does what undoes that. */
export function reopening(row: Pick<ItemSummary, "type" | "done">, done: boolean): Pick<ItemPatch, "data"> {
  const field = doneField(row.type);
  return field && row.done ? { data: { [field]: done } } : {};
}

/** Whether the card is done, as a row says it: nothing for types whose cards cannot be. */
export function doneOf({ type, data }: Pick<Item, "type" | "data">): { done?: boolean } {
  const field = doneField(type);
  return field ? { done: data[field] === true } : {};
}
