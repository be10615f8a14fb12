import type { Badges } from "@tessera/shell-api";
import { createStore, type Store } from "./store.ts";

/** Counts by the id of a navigation entry. */
export function createBadges(): Badges & { store: Store<ReadonlyMap<string, number>>; clear(): void } {
  const store = createStore<ReadonlyMap<string, number>>(new Map());
  return {
    store,
    set(id, count) {
      if ((store.get().get(id) ?? null) === count) return;
      const next = new Map(store.get());
      if (count === null) next.delete(id);
      else next.set(id, count);
      store.set(next);
    },
    clear: () => store.set(new Map()),
  };
}
