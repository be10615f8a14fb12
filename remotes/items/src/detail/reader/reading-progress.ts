import type { Item } from "@tessera/contracts-items/items.ts";
import { useQueryClient } from "@tessera/query";
import { useEffect, useRef } from "react";
import { items, keys } from "../../api.ts";

/** Pause after scrolling until the place is kept, in ms. */
const SAVE_DELAY_MS = 1_000;
/** Nearer to the beginning or the end than this counts as there. */
const EDGE = 0.02;

/** Keeps how far a card was read, and continues there when it is opened again. @returns for `HtmlFrame`'s `onSized` */
export function useReadingProgress(item: Item): (frame: HTMLElement) => void {
  const client = useQueryClient();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const keep = (progress: number) => {
    client.setQueryData<Item>(keys.item(item.id), (known) => known && { ...known, reading: progress });
    // Not worth a word when it fails: the text is there, and the next scrolling keeps the place.
    void items.markReading(item.id, { progress }).catch(() => undefined);
  };
  return (frame) => {
    stop.current?.();
    const scroller = scrollerOf(frame);
    if (scroller) stop.current = followReading(scroller, frame, item.reading ?? 0, keep);
  };
}

/** @param begun where reading stopped, 0 to 1 @returns what ends it, and keeps the last place */
export function followReading(
  scroller: HTMLElement,
  text: HTMLElement,
  begun: number,
  keep: (progress: number) => void,
): () => void {
  const top = () => text.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
  if (begun > EDGE && begun < 1 - EDGE) scroller.scrollTop = top() + begun * text.offsetHeight - scroller.clientHeight;
  let known = begun;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const read = (scroller.scrollTop + scroller.clientHeight - top()) / Math.max(1, text.offsetHeight);
    // At the top nothing was read yet, however much of it the screen shows.
    const progress = scroller.scrollTop <= 0 ? 0 : read > 1 - EDGE ? 1 : Math.round(Math.max(0, read) * 1000) / 1000;
    if (Math.abs(progress - known) < 0.005) return;
    known = progress;
    keep(progress);
  };
  const onScroll = () => {
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_DELAY_MS);
  };
  let settled = false;
  // Going to the place where reading stopped is no reading.
  const begin = requestAnimationFrame(() => {
    settled = true;
    scroller.addEventListener("scroll", onScroll, { passive: true });
  });
  return () => {
    cancelAnimationFrame(begin);
    scroller.removeEventListener("scroll", onScroll);
    if (settled && timer !== undefined) save();
  };
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return null;
}
