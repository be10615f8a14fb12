import { useEffect, useSyncExternalStore } from "react";
import { type Framed, framedStore, loadFramed } from "./load-framed.ts";

/** The shell's part for framed pages, null until it is there; asked for when it is `wanted`. */
export function useFramed(wanted: boolean): Framed | "failed" | null {
  const framed = useSyncExternalStore(framedStore.subscribe, framedStore.get);
  useEffect(() => {
    if (wanted) void loadFramed().catch(() => undefined);
  }, [wanted]);
  return framed;
}
