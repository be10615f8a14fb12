import { createStore } from "../stores/store.ts";

export type Framed = typeof import("./framed.tsx");

/** "failed": it did not come; asked for again when it is needed next. */
export const framedStore = createStore<Framed | "failed" | null>(null);
let loading: Promise<Framed> | undefined;

export const framedNow = (): Framed | null => {
  const framed = framedStore.get();
  return framed === "failed" ? null : framed;
};

/** Loads it once. @throws what the bundle's loader throws when it does not come; the next call tries again */
export function loadFramed(): Promise<Framed> {
  loading ??= import(/* webpackChunkName: "framed" */ "./framed.tsx").then(
    (framed) => {
      framedStore.set(framed);
      return framed;
    },
    (error: unknown) => {
      loading = undefined;
      framedStore.set("failed");
      throw error;
    },
  );
  return loading;
}
