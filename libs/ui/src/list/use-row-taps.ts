import { type MouseEvent, type PointerEvent, type RefObject, type TouchEvent, useLayoutEffect, useRef } from "react";
import type { RowGeometry } from "./row-geometry.ts";

/** Nobody aims at what is there for less than that, in ms: a simple reaction to what is seen takes longer. */
const REACTION_MS = 250;
/** Px that a finger may move in a tap. */
const SLOP = 10;

/** The rows as they lay from a moment on; `scrolled`: by how much, in px. */
interface Shown {
  rows: readonly ({ id: string } | undefined)[];
  geometry: RowGeometry;
  scrolled: number;
  until: number;
}
/** The row that a finger aims at, and the place on it. */
interface Aim {
  id: string;
  x: number;
  inRow: number;
}

/**
 * A tap means the row that was seen there: rows move when one above leaves or comes, also just before the finger is
 * down, and until it is lifted.
 * @param afterSwipe whether the finger's last act was to swipe a row: browsers may take the next tap for one that stops
 * a glide, and send no click
 * @returns handlers for the element around the rows
 */
export function useRowTaps(
  scroll: RefObject<HTMLElement | null>,
  { rows, geometry }: Pick<Shown, "rows" | "geometry">,
  afterSwipe: RefObject<boolean>,
) {
  const past = useRef<Shown[]>([]);
  const scrolled = useRef(0);
  const aim = useRef<Aim | null>(null);
  const settled = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tap = useRef<{ x: number; y: number } | null>(null);

  useLayoutEffect(() => {
    const element = scroll.current;
    return () => {
      // Seen by what is faster than people: until then a tap may mean a row that was here before.
      element?.setAttribute("data-moved", "");
      clearTimeout(settled.current);
      settled.current = setTimeout(() => element?.removeAttribute("data-moved"), REACTION_MS);
      const now = performance.now();
      const recent = past.current.filter(({ until }) => now - until < REACTION_MS);
      // A shorter list may have been scrolled back by now; the event that says so comes later.
      past.current = [...recent, { rows, geometry, scrolled: scrolled.current, until: now }];
    };
  }, [scroll, rows, geometry]);

  const aimAt = ({ clientX, clientY }: PointerEvent): Aim | null => {
    const element = scroll.current;
    if (!element) return null;
    const since = performance.now() - REACTION_MS;
    const seen = past.current.find(({ until }) => until > since) ?? { rows, geometry, scrolled: element.scrollTop };
    const down = clientY - element.getBoundingClientRect().top + seen.scrolled;
    const index = seen.geometry.rowAt(down);
    const inRow = down - seen.geometry.top(index);
    const row = inRow >= 0 && inRow < seen.geometry.rowHeight ? seen.rows[index] : undefined;
    return row ? { id: row.id, x: clientX, inRow } : null;
  };

  return {
    onScroll: () => {
      scrolled.current = scroll.current?.scrollTop ?? 0;
    },
    onPointerDown(event: PointerEvent) {
      aim.current = event.pointerType === "mouse" || !event.isPrimary ? null : aimAt(event);
    },
    onTouchStart({ touches: { length, 0: touch } }: TouchEvent) {
      tap.current = afterSwipe.current && touch && length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
      afterSwipe.current = false;
    },
    onTouchEnd(event: TouchEvent) {
      const { 0: touch } = event.changedTouches;
      const from = tap.current;
      tap.current = null;
      if (!touch || !from || !event.cancelable) return;
      if (Math.hypot(touch.clientX - from.x, touch.clientY - from.y) > SLOP) return;
      event.preventDefault();
      click(event.target as Element, touch);
    },
    /** A finger that rests opens a menu. */
    onContextMenu() {
      tap.current = null;
      aim.current = null;
    },
    /** @returns whether the click was meant for another row, which has it now if it is still there */
    onClickCapture(event: MouseEvent): boolean {
      const meant = aim.current;
      aim.current = null;
      // A click by key has no detail.
      if (!meant || event.detail === 0) return false;
      if ((event.target as Element).closest<HTMLElement>("[data-row]")?.dataset.row === meant.id) return false;
      event.preventDefault();
      event.stopPropagation();
      const row = scroll.current?.querySelector(`[data-row="${CSS.escape(meant.id)}"]`);
      const clientY = (row?.getBoundingClientRect().top ?? 0) + meant.inRow;
      const target = row && document.elementFromPoint(meant.x, clientY);
      if (target && row.contains(target)) click(target, { clientX: meant.x, clientY });
      return true;
    },
  };
}

const click = (target: Element, { clientX, clientY }: { clientX: number; clientY: number }) =>
  target.dispatchEvent(
    new window.MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY, detail: 1 }),
  );
