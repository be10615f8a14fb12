import { useEffect, useState } from "react";

/** A place where an app drew something, as far as it is in the window; px from its upper left corner. */
export interface Outlet {
  app: string;
  left: number;
  top: number;
  width: number;
  height: number;
  /** Outlets around it. */
  depth: number;
}

const MARK = "data-outlet";

/** Every place that an app drew in and that can be seen now, the outer ones first. */
export function findOutlets(root: ParentNode = document): Outlet[] {
  return [...root.querySelectorAll<HTMLElement>(`[${MARK}]`)].flatMap((element) => {
    const box = boxOf(element);
    const left = Math.max(0, box.left);
    const top = Math.max(0, box.top);
    const width = Math.min(innerWidth, box.right) - left;
    const height = Math.min(innerHeight, box.bottom) - top;
    return width > 0 && height > 0
      ? [{ app: element.dataset.outlet ?? "", left, top, width, height, depth: depthOf(element) }]
      : [];
  });
}

function depthOf(element: Element): number {
  const around = element.parentElement?.closest(`[${MARK}]`);
  return around ? 1 + depthOf(around) : 0;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** An outlet has no box of its own (`display: contents`): that of what is in it. */
function boxOf(element: Element): Box {
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  if (width > 0 && height > 0) return { left, top, right, bottom };
  const inner = [...element.children].map(boxOf).filter((box) => box.right > box.left && box.bottom > box.top);
  return inner.reduce(
    (whole, box) => ({
      left: Math.min(whole.left, box.left),
      top: Math.min(whole.top, box.top),
      right: Math.max(whole.right, box.right),
      bottom: Math.max(whole.bottom, box.bottom),
    }),
    inner[0] ?? { left: 0, top: 0, right: 0, bottom: 0 },
  );
}

/**
 * The outlets of the page, looked for at each frame: what moves or redraws them says so to nobody. They are a new list,
 * too, when files were fetched.
 */
export function useOutlets(): Outlet[] {
  const [outlets, setOutlets] = useState<Outlet[]>(() => findOutlets());
  useEffect(() => {
    let shown = "";
    let frame = 0;
    const look = () => {
      const found = findOutlets();
      const now = JSON.stringify([found, performance.getEntriesByType("resource").length]);
      if (now !== shown) setOutlets(found);
      shown = now;
      frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, []);
  return outlets;
}
