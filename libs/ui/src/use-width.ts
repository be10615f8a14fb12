import { useSyncExternalStore } from "react";
import { breakpoints } from "./theme.ts";

function subscribeTo(query: string) {
  return (listener: () => void) => {
    const list = window.matchMedia(query);
    list.addEventListener("change", listener);
    return () => list.removeEventListener("change", listener);
  };
}

/** Whether a media query holds now; follows it. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(subscribeTo(query), () => window.matchMedia(query).matches);
}

/** Whether the window is at least as wide as a breakpoint (or a width in px). */
export function useMinWidth(width: keyof typeof breakpoints | number): boolean {
  return useMedia(`(min-width: ${typeof width === "number" ? width : breakpoints[width]}px)`);
}

/** Below md (960 px) one pane is shown at a time, with the bar at the bottom. */
export function useIsPhone(): boolean {
  return useMedia(`(max-width: ${breakpoints.md - 0.02}px)`);
}
