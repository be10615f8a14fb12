import { type PointerEvent, type RefObject, useRef } from "react";

/** How far a sheet is dragged down until letting go closes it, in px. */
export const CLOSE_DISTANCE = 96;
/** A flick closes sooner: from this speed, in px per ms, and this distance, in px. */
const FLICK = { speed: 0.5, distance: 24 };
const SETTLE = "transform 160ms ease-out";

/**
 * Lets the head of a sheet be dragged down to close it; let go sooner, the sheet comes back.
 * @returns handlers for the part that is dragged
 */
export function useDragDown(sheet: RefObject<HTMLElement | null>, close: () => void) {
  const drag = useRef<{ pointer: number; y: number; at: number } | null>(null);
  const show = (distance: number, transition: string) => {
    if (!sheet.current) return;
    sheet.current.style.transition = transition;
    sheet.current.style.transform = distance > 0 ? `translateY(${distance}px)` : "";
  };
  const distanceOf = (event: PointerEvent) => Math.max(0, event.clientY - (drag.current?.y ?? event.clientY));
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (!event.isPrimary || (event.target as Element).closest("button, a, input")) return;
      drag.current = { pointer: event.pointerId, y: event.clientY, at: event.timeStamp };
      event.currentTarget.setPointerCapture?.(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      if (drag.current?.pointer === event.pointerId) show(distanceOf(event), "none");
    },
    onPointerUp(event: PointerEvent) {
      if (drag.current?.pointer !== event.pointerId) return;
      const distance = distanceOf(event);
      const speed = distance / Math.max(1, event.timeStamp - drag.current.at);
      drag.current = null;
      show(0, SETTLE);
      if (distance >= CLOSE_DISTANCE || (distance >= FLICK.distance && speed >= FLICK.speed)) close();
    },
    onPointerCancel() {
      drag.current = null;
      show(0, SETTLE);
    },
  };
}
