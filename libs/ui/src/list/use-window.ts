import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from "react";
import type { RowGeometry } from "./row-geometry.ts";

/** Rows drawn beyond the edges, once those in view are there. */
const OVERSCAN = 10;
/** Rows by which the drawn range moves. */
const STEP = 8;
/** Height in px that is assumed until the element has one. */
const ASSUMED = 900;

/**
 * Which rows are in view; follows scrolling and the size of the element. Rows change in steps, so that a small scroll
 * draws nothing.
 */
export function useWindow(
  element: RefObject<HTMLElement | null>,
  geometry: RowGeometry,
): { first: number; last: number; height: number } {
  const [range, setRange] = useState({ first: 0, last: 0, height: ASSUMED });
  const [overscan, setOverscan] = useState(0);
  // The first paint draws what is in view and nothing else.
  useEffect(() => {
    const timer = setTimeout(() => setOverscan(OVERSCAN));
    return () => clearTimeout(timer);
  }, []);
  const measure = useCallback(() => {
    const top = element.current?.scrollTop ?? 0;
    const height = element.current?.clientHeight || ASSUMED;
    const step = overscan === 0 ? 1 : STEP;
    const first = Math.max(0, Math.floor((geometry.rowAt(top) - overscan) / step) * step);
    const last = Math.min(geometry.count - 1, Math.ceil((geometry.rowAt(top + height) + overscan) / step) * step);
    setRange((now) =>
      now.first === first && now.last === last && now.height === height ? now : { first, last, height },
    );
  }, [element, geometry, overscan]);
  useLayoutEffect(measure, [measure]);
  useEffect(() => {
    const scroller = element.current;
    if (!scroller) return;
    let frame = 0;
    const onScroll = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        measure();
      });
    };
    const observer = new ResizeObserver(onScroll);
    observer.observe(scroller);
    scroller.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      scroller.removeEventListener("scroll", onScroll);
    };
  }, [element, measure]);
  return range;
}
