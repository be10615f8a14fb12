import type { Badges } from "@tessera/shell-api";
import { createStore, type Store } from "./store.ts";

/** Counts by the id of a navigation entry. */
export function createBadges(): Badges & { store: Store<ReadonlyMap<string, number>>; clear(): void } {
  const store = createStore<ReadonlyMap<string, number>>(new Map());
  /** Ids that were told of: that nothing waits is news the first time, as the icon may show what did. */
  const told = new Set<string>();
  return {
    store,
    set(id, count) {
      if ((store.get().get(id) ?? null) === count && told.has(id)) return;
      told.add(id);
      const next = new Map(store.get());
      if (count === null) next.delete(id);
      else next.set(id, count);
      store.set(next);
    },
    clear() {
      told.clear();
      store.set(new Map());
    },
  };
}
