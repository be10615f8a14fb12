import { useEffect, useSyncExternalStore } from "react";
import { createStore, type Store } from "../stores/store.ts";

/** Code of the shell that is not part of every page, once it is there; "failed" when it did not come. */
export interface Part<T> {
  store: Store<T | "failed" | null>;
  now(): T | null;
  /** Loads it once. @throws what the bundle's loader throws when it does not come; the next call tries again */
  load(): Promise<T>;
}

export function createPart<T extends object>(fetch: () => Promise<T>): Part<T> {
  const store = createStore<T | "failed" | null>(null);
  let loading: Promise<T> | undefined;
  return {
    store,
    now() {
      const part = store.get();
      return part === "failed" ? null : part;
    },
    load() {
      loading ??= fetch().then(
        (part) => {
          store.set(part);
          return part;
        },
        (error: unknown) => {
          loading = undefined;
          store.set("failed");
          throw error;
        },
      );
      return loading;
    },
  };
}

/** A part of the shell, null until it is there; asked for when it is `wanted`. */
export function usePart<T>({ store, load }: Part<T>, wanted: boolean): T | "failed" | null {
  const part = useSyncExternalStore(store.subscribe, store.get);
  useEffect(() => {
    if (wanted) void load().catch(() => undefined);
  }, [wanted, load]);
  return part;
}
