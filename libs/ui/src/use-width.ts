import { useSyncExternalStore } from "react";
import { breakpoints } from "./theme.ts";
import { touch } from "./touch.ts";

interface Media {
  /** The function that answered: another window, or a test's stand-in, is asked again. */
  from: typeof window.matchMedia;
  subscribe(listener: () => void): () => void;
  matches(): boolean;
}

const known = new Map<string, Media>();

/**
 * One list for each query: every row of a list asks, and asking the window each time costs more than drawing the row.
 */
function mediaOf(query: string): Media {
  const before = known.get(query);
  if (before?.from === window.matchMedia) return before;
  const list = window.matchMedia(query);
  const media: Media = {
    from: window.matchMedia,
    subscribe: (listener) => {
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    matches: () => list.matches,
  };
  known.set(query, media);
  return media;
}

/** Whether a media query holds now; follows it. */
export function useMedia(query: string): boolean {
  const { subscribe, matches } = mediaOf(query);
  return useSyncExternalStore(subscribe, matches);
}

/** Whether the window is at least as wide as a breakpoint (or a width in px). */
export function useMinWidth(width: keyof typeof breakpoints | number): boolean {
  return useMedia(`(min-width: ${typeof width === "number" ? width : breakpoints[width]}px)`);
}

/** Below md (960 px) one pane is shown at a time, with the bar at the bottom. */
export function useIsPhone(): boolean {
  return useMedia(`(max-width: ${breakpoints.md - 0.02}px)`);
}

/** Whether a finger acts here; see `touch`. */
export function useIsTouch(): boolean {
  return useMedia(touch.replace("@media ", ""));
}
