import type { Place, PlaceOptions } from "@tessera/shell-api";
import { createStore, type Store } from "./store.ts";

export interface PlaceState extends PlaceOptions {
  /** The page that set it; another page starts with its own title. */
  page: string;
  crumbs: { label: string; path?: string }[];
}

/** `pageKey` names the page now shown. */
export function createPlace(pageKey: () => string): Place & { store: Store<PlaceState | null> } {
  const store = createStore<PlaceState | null>(null);
  return {
    store,
    set: (crumbs, options) => store.set({ page: pageKey(), crumbs, ...options }),
  };
}
