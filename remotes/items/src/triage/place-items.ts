import type { ItemSummary, PlaceResult } from "@tessera/contracts-items/items.ts";
import type { QueryClient } from "@tessera/query";
import { items, keys } from "../api.ts";
import { placeOf } from "../list/list-data.ts";
import { type Made, showRows } from "./change-items.ts";
import { inOrder, writing } from "./own-writes.ts";

/** A card beside which others are put, and the one on the other side of them, if there is one in the list. */
export interface Beside {
  edge: "after" | "before";
  row: ItemSummary;
  beyond: ItemSummary | undefined;
}

/** The cards as they stand beside another, about where the service puts them. */
export function placedBeside(rows: readonly ItemSummary[], { edge, row, beyond }: Beside): ItemSummary[] {
  const at = placeOf(row);
  const far = beyond ? placeOf(beyond) : at + (edge === "after" ? 1 : -1);
  const step = (far - at) / (rows.length + 1);
  return rows.map((one, index) => ({
    ...one,
    placed: at + step * (edge === "after" ? index + 1 : rows.length - index),
  }));
}

/** Puts cards beside another in the order by hand: at once on the page, then on the service. */
export function placeItems(client: QueryClient, rows: readonly ItemSummary[], beside: Beside): Made {
  const ids = rows.map(({ id }) => id);
  const placed = new Map(placedBeside(rows, beside).map((row) => [row.id, row]));
  void client.cancelQueries({ queryKey: keys.lists, predicate: ({ state }) => state.data !== undefined });
  const putBack = showRows(client, placed);
  const change = beside.edge === "after" ? { ids, after: beside.row.id } : { ids, before: beside.row.id };
  const sent: Promise<PlaceResult> = writing(inOrder(ids, () => items.place(change)));
  const written = sent.then(
    () => void client.invalidateQueries({ queryKey: keys.lists }),
    (error: unknown) => {
      putBack();
      throw error;
    },
  );
  return {
    written,
    async takeBack() {
      const before = await sent.catch(() => null);
      if (!before) return;
      putBack();
      const places = before.placed.map(({ id, previous }) => ({ id, place: previous }));
      if (places.length > 0) await writing(inOrder(ids, () => items.place({ places })));
      await client.invalidateQueries({ queryKey: keys.lists });
    },
  };
}
