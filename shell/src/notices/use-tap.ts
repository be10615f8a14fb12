import { type MouseEvent, type TouchEvent, useRef } from "react";

/** Px that a finger may move in a tap. */
const SLOP = 10;
/** Ms in which a browser may still send the click of a tap that was taken already. */
const CLICK_DELAY = 1000;

/**
 * A button acts when the finger is lifted from it: browsers send no click for a tap while a list still glides from a
 * swipe. The click that another tap is followed by does nothing more, also where the button has gone meanwhile.
 */
export function useTap(act: () => void) {
  const began = useRef<{ x: number; y: number } | null>(null);
  const taken = useRef(0);
  return {
    onTouchStart({ touches: { length, 0: touch } }: TouchEvent) {
      began.current = touch && length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd(event: TouchEvent) {
      const touch = event.changedTouches[0];
      const from = began.current;
      began.current = null;
      // What the browser does not let stop, it may follow with a click on what is beneath: the button stays for that.
      if (!touch || !from || !event.cancelable) return;
      if (Math.hypot(touch.clientX - from.x, touch.clientY - from.y) > SLOP) return;
      event.preventDefault();
      taken.current = event.timeStamp;
      act();
    },
    onClick(event: MouseEvent) {
      if (taken.current && event.timeStamp - taken.current < CLICK_DELAY) return;
      act();
    },
  };
}
