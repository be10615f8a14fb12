import type { BulkChange, Item, ItemPatch, NewItem } from "@tessera/contracts-items/items.ts";
import type { NewShare } from "@tessera/contracts-items/mentions.ts";
import { whenShell } from "@tessera/shell-api";
import { items } from "../api.ts";
import { mentions } from "../mentions/mentions-api.ts";
import { type Base, ConflictError, updateItem } from "../triage/update-item.ts";
import { AREA } from "./act.ts";
import { mergePatches } from "./merge-patches.ts";
import { overlay } from "./overlay.ts";
import { handOver } from "./refused-edits.ts";

/** A change of one card, and what it replaces. */
export interface CardChange {
  id: string;
  base: Base;
  patch: ItemPatch;
}

/** The bodies of the acts that may wait, by kind. */
export interface Acts {
  create: NewItem;
  /** Triage of one card. */
  change: CardChange;
  bulk: BulkChange;
  /** Text and fields that were typed. */
  edit: CardChange;
  /** A card of another card, shown by the id of its act until it is sent. */
  child: NewItem;
  /** What another app shared. */
  share: NewShare;
}

const update = ({ id, base, patch }: CardChange): Promise<Item> => updateItem(items, id, base, patch);

/** @throws Error when the card was changed elsewhere; what was typed is then the card's draft */
async function edit(change: CardChange): Promise<Item> {
  try {
    return await update(change);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    handOver(change);
    throw new Error("This card was changed elsewhere meanwhile. Open it to choose a version.");
  }
}

const both = (earlier: unknown, later: unknown): CardChange => {
  const [a, b] = [earlier as CardChange, later as CardChange];
  return { id: a.id, base: { ...b.base, ...a.base }, patch: mergePatches(a.patch, b.patch) };
};

/** What is kept of this area on the device, and which changes may wait for the connection. */
whenShell(({ offline }) =>
  offline.declare({
    area: AREA,
    keep: [
      { path: "/api/items" },
      { path: "/api/items/:id" },
      { path: "/api/items/:id/children" },
      { path: "/api/items/types" },
      { path: "/api/items/tags" },
      { path: "/api/items/mentions" },
      { path: "/api/items/:id/mentions" },
    ],
    overlay,
    acts: {
      create: { send: (body, id) => items.create(body as Acts["create"], id) },
      change: { send: (body) => update(body as Acts["change"]) },
      bulk: { send: (body, id) => items.bulk(body as Acts["bulk"], id) },
      child: { send: (body, id) => items.create(body as Acts["child"], id) },
      share: { send: (body, id) => mentions.share(body as Acts["share"], id) },
      edit: { send: (body) => edit(body as Acts["edit"]), merge: both },
    },
  }),
);
