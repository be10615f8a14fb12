import { type PointerEvent, type ReactElement, useRef, useState } from "react";

/** What a swipe of a row to one side does. */
export interface SwipeAct {
  /** A word, shown beside the icon while the row moves. */
  label: string;
  icon: ReactElement;
  tone: "ok" | "warn";
  run(): void;
}
/** The side that the row moves to. */
export type SwipeSide = "left" | "right";
export type SwipeActs = Partial<Record<SwipeSide, SwipeAct>>;

/** Px from the sides of the window that belong to the browser's own swipe back and forth. */
export const EDGE = 24;
/** Px until a movement is taken for a swipe or a scroll. */
const SLOP = 10;
/** A swipe moves this much more to the side than up or down; everything else scrolls. */
const SLOPE = 1.5;
/** Share of the row's width, within bounds in px, from which letting go acts. */
const THRESHOLD = { share: 0.3, min: 80, max: 160 };

interface Gesture<T> {
  pointer: number;
  x: number;
  y: number;
  row: T;
  cell: HTMLElement;
  acts: SwipeActs;
  threshold: number;
  moving: boolean;
}

/** How far a row must be swiped, in px, for its act. */
export const thresholdOf = (width: number) => Math.min(THRESHOLD.max, Math.max(THRESHOLD.min, width * THRESHOLD.share));

/**
 * Swipes of rows by finger: the row follows it and shows what letting go will do; moved back, nothing is done. Up and
 * down is left to scrolling, the sides of the window to the browser.
 * @returns what is shown, and handlers for the element around the rows
 */
export function useRowSwipe<T extends { id: string }>(
  actsOf: ((row: T) => SwipeActs) | undefined,
  rowOf: (event: { target: EventTarget }) => T | undefined,
) {
  const gesture = useRef<Gesture<T> | null>(null);
  /** The finger that swiped also taps what is under it, in some browsers. */
  const swiped = useRef(false);
  /** The last gesture was a swipe. */
  const after = useRef(false);
  const [shown, setShown] = useState<{ id: string; side: SwipeSide; act: SwipeAct; armed: boolean } | null>(null);

  const settle = () => {
    const cell = gesture.current?.cell;
    gesture.current = null;
    setShown(null);
    if (!cell) return;
    cell.style.transition = "transform 160ms ease-out";
    cell.style.transform = "";
  };
  const move = (now: Gesture<T>, distance: number) => {
    const side: SwipeSide = distance > 0 ? "right" : "left";
    const act = now.acts[side];
    const armed = act !== undefined && Math.abs(distance) >= now.threshold;
    now.cell.style.transition = "none";
    now.cell.style.transform = act ? `translateX(${distance}px)` : "";
    setShown((before) => {
      if (!act) return null;
      const same = before?.id === now.row.id && before.side === side && before.armed === armed;
      return same ? before : { id: now.row.id, side, act, armed };
    });
    return armed ? act : undefined;
  };

  return {
    shown,
    swiped,
    after,
    handlers: actsOf && {
      onPointerDown(event: PointerEvent) {
        swiped.current = false;
        const row = event.pointerType === "mouse" || !event.isPrimary ? undefined : rowOf(event);
        const cell = (event.target as Element).closest<HTMLElement>("[data-row] > [role=gridcell]");
        const inEdge = event.clientX < EDGE || event.clientX > window.innerWidth - EDGE;
        if (!row || !cell || inEdge) return;
        const threshold = thresholdOf(cell.offsetWidth);
        const { pointerId: pointer, clientX: x, clientY: y } = event;
        gesture.current = { pointer, x, y, row, cell, acts: actsOf(row), threshold, moving: false };
      },
      onPointerMove(event: PointerEvent) {
        const now = gesture.current;
        if (now?.pointer !== event.pointerId) return;
        const [across, along] = [event.clientX - now.x, Math.abs(event.clientY - now.y)];
        if (!now.moving) {
          if (Math.max(Math.abs(across), along) < SLOP) return;
          if (Math.abs(across) < along * SLOPE) {
            gesture.current = null;
            return;
          }
          now.moving = true;
          swiped.current = true;
          now.cell.setPointerCapture?.(event.pointerId);
        }
        move(now, across);
      },
      onPointerUp(event: PointerEvent) {
        const now = gesture.current;
        if (now?.pointer !== event.pointerId) return;
        const act = now.moving ? move(now, event.clientX - now.x) : undefined;
        after.current = now.moving;
        settle();
        act?.run();
      },
      onPointerCancel: settle,
    },
  };
}
