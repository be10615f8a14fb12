import { createStore, type Store } from "./store.ts";

/** An app draws itself again and again without an end: what it drew is taken away, not kept beneath the error page. */
export class UpdateLoop extends Error {
  override name = "UpdateLoop";
  constructor() {
    super("This page kept drawing itself without an end and was stopped.");
  }
}

/** Errors that nothing handled, by the app whose code threw them: shown in its outlet until the person continues. */
export interface Failures {
  store: Store<ReadonlyMap<string, unknown>>;
  /** The first error of an app stays: those that follow it come from what is broken already. */
  add(app: string, error: unknown): void;
  remove(app: string): void;
  clear(): void;
}

export function createFailures(): Failures {
  const store = createStore<ReadonlyMap<string, unknown>>(new Map());
  return {
    store,
    add(app, error) {
      if (!store.get().has(app)) store.set(new Map([...store.get(), [app, error]]));
    },
    remove(app) {
      store.set(new Map([...store.get()].filter(([name]) => name !== app)));
    },
    clear() {
      if (store.get().size) store.set(new Map());
    },
  };
}
