import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from "react";
import { between } from "./speakers.ts";

/** Marks what has the focus in a sentence, with the ms at which that begins. */
export const SENTENCE = "data-sentence";

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

export interface Chosen {
  /** The sentence that had the focus last, or those from one to another. */
  segments: readonly Segment[];
  /** Of the list of sentences. */
  events: {
    onFocus(event: FocusEvent): void;
    onMouseDown(event: MouseEvent): void;
    onKeyDown(event: KeyboardEvent<HTMLElement>): void;
  };
}

/**
 * Which sentences a person means: the arrows go to the next one; with Shift, as with a click, they take along what is
 * between.
 */
export function useChosen(shown: readonly Segment[]): Chosen {
  const [range, setRange] = useState<{ from: number; to: number } | null>(null);
  const isExtending = useRef(false);
  const choose = (at: number, isMore: boolean) =>
    setRange((before) => ({ from: isMore && before ? before.from : at, to: at }));
  const segments = useMemo(() => (range ? between(shown, range.from, range.to) : []), [shown, range]);
  return {
    segments,
    events: {
      onFocus({ target }) {
        const at = placeOf(target);
        if (at !== null && !isExtending.current) choose(at, false);
      },
      onMouseDown(event) {
        const at = event.shiftKey ? placeOf(event.target) : null;
        if (at === null) return;
        // The browser would mark the text, and move the focus.
        event.preventDefault();
        choose(at, true);
      },
      onKeyDown(event) {
        const step = STEPS[event.key];
        if (!step || event.altKey || event.ctrlKey || event.metaKey || !isSentence(event.target)) return;
        const all = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${SENTENCE}]`)];
        const next = all[all.indexOf(event.target) + step];
        if (!next) return;
        event.preventDefault();
        isExtending.current = event.shiftKey;
        next.focus();
        isExtending.current = false;
        if (event.shiftKey) choose(placeOf(next)!, true);
      },
    },
  };
}

const isSentence = (target: EventTarget): target is HTMLElement =>
  target instanceof HTMLElement && target.hasAttribute(SENTENCE);

function placeOf(target: EventTarget): number | null {
  const place = (target as Element).closest?.(`[${SENTENCE}]`)?.getAttribute(SENTENCE);
  return place == null ? null : Number(place);
}
