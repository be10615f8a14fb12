import type { TagColour } from "@tessera/contracts-items/tag-changes.ts";
import { tokens } from "@tessera/fluent";
import { useQuery } from "@tessera/query";
import { useEffect, useSyncExternalStore } from "react";
import { items, keys } from "../api.ts";

/** The colours in the order of the menu, readable beside text in both themes; always beside the tag's word. */
export const COLOURS: Record<TagColour, { label: string; css: string }> = {
  red: { label: "Red", css: tokens.colorPaletteRedBorderActive },
  orange: { label: "Orange", css: tokens.colorPaletteDarkOrangeBorderActive },
  yellow: { label: "Yellow", css: tokens.colorPaletteYellowBorderActive },
  green: { label: "Green", css: tokens.colorPaletteGreenBorderActive },
  blue: { label: "Blue", css: tokens.colorPaletteBlueBorderActive },
  purple: { label: "Purple", css: tokens.colorPalettePurpleBorderActive },
};

/** Colours by tag, in lower case: rows ask for them without a query of their own. */
let colours: ReadonlyMap<string, TagColour> = new Map();
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The colour that the person gave to a tag. */
export const useTagColour = (tag: string): TagColour | undefined =>
  useSyncExternalStore(subscribe, () => colours.get(tag.toLowerCase()));

/**
 * Keeps the colours as they are; without an answer tags have none. @param ready once the page shows what matters more
 */
export function useFollowTagColours(ready: boolean): void {
  const { data } = useQuery({
    queryKey: keys.tagList({}),
    queryFn: ({ signal }) => items.findTags({}, signal),
    staleTime: 5 * 60_000,
    enabled: ready,
  });
  useEffect(() => {
    if (!data) return;
    colours = new Map(data.flatMap(({ tag, colour }) => (colour ? [[tag.toLowerCase(), colour] as const] : [])));
    for (const listener of listeners) listener();
  }, [data]);
}
