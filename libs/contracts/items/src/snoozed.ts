import type { Item, ItemPatch } from "./items.ts";

/** The list of what comes back on its own: a `type` of `ItemQuery`. */
export const SNOOZED_LIST = "snoozed";

/** Whether an item is snoozed and comes back on its own. What is done, archived or in the trash stays there. */
export const isAsleep = ({ snoozeUntil, status }: Pick<Item, "snoozeUntil" | "status">, now: Date): boolean =>
  snoozeUntil !== null && new Date(snoozeUntil) > now && (status === "inbox" || status === "later");

/** What is snoozed comes back: from where nothing does, it moves to the inbox. Laid over a change that snoozes. */
export const settleSnooze = (
  before: Pick<Item, "status">,
  patch: Pick<ItemPatch, "snoozeUntil" | "status">,
): Pick<ItemPatch, "status"> =>
  patch.snoozeUntil && patch.status === undefined && before.status !== "inbox" && before.status !== "later"
    ? { status: "inbox" }
    : {};

/** What is due before it would come back, comes back now. Laid over a change of when it is due. */
export const wakes = (
  { snooze_until }: { snooze_until: string | null },
  dueAt: string | null,
): Pick<ItemPatch, "snoozeUntil"> =>
  snooze_until && dueAt && new Date(dueAt) < new Date(snooze_until) ? { snoozeUntil: null } : {};
