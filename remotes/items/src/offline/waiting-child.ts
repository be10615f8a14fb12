import type { Item, NewItem } from "@tessera/contracts-items/items.ts";
import type { WaitingAct } from "@tessera/shell-api";

/** What is shown of a card of another card that waits on this device: no version of it is stored. */
export function waitingChild({ id, at, body: card }: Pick<WaitingAct, "id" | "at" | "body">): Item {
  const { type = "inbox", parentId = null, sourceUrl = null, data = {}, body = "" } = card as NewItem;
  const time = new Date(at).toISOString();
  return {
    ...{ id, type, parentId, sourceUrl, data, body, title: "", titleSource: "rule", tags: [], version: 0 },
    ...{ status: "inbox", pinned: false, unread: false, dueAt: null, snoozeUntil: null, source: "capture" },
    ...{ processing: {}, attachments: [], createdAt: time, updatedAt: time, archivedAt: null },
  };
}

/** Whether a card waits on this device. */
export const isWaiting = ({ version }: Pick<Item, "version">): boolean => version === 0;
