import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import type { RowGeometry } from "./row-geometry.ts";

/** A row that is loaded, or the place of one that is not. */
export type Slot = { id: string } | undefined;

/** Where a row stands: in sections it may stand in several places, of which the nearest is meant; -1 for nowhere. */
export function nearestIndex(rows: readonly Slot[], id: string, near: number): number {
  let found = -1;
  for (let index = 0; index < rows.length; index++) {
    if (rows[index]?.id !== id) continue;
    if (found < 0 || Math.abs(index - near) < Math.abs(found - near)) found = index;
  }
  return found;
}

/**
 * Brings the keyboard to the row that is asked for, scrolled into view.
 * @returns where that row is; -1 when it is not loaded
 */
export function useRowFocus(
  scroll: RefObject<HTMLElement | null>,
  geometry: RowGeometry,
  height: number,
  {
    rows,
    focusId,
    focusRequest,
    focusNear = 0,
  }: { rows: readonly Slot[]; focusId: string | null; focusRequest: number; focusNear?: number },
): number {
  const focusIndex = useMemo(
    () => (focusId === null ? -1 : nearestIndex(rows, focusId, focusNear)),
    [rows, focusId, focusNear],
  );
  const answered = useRef(0);
  useLayoutEffect(() => {
    const element = scroll.current;
    if (!element || focusRequest === 0 || focusRequest === answered.current || focusIndex < 0) return;
    reveal(element, geometry, focusIndex, height);
    const row = element.querySelector<HTMLElement>(
      `[data-row="${CSS.escape(focusId ?? "")}"][aria-rowindex="${focusIndex + 1}"]`,
    );
    if (!row) return;
    answered.current = focusRequest;
    row.focus({ preventScroll: true });
  });
  return focusIndex;
}

/** Scrolls as little as shows the row whole, with its heading when it is the first of its group. */
function reveal(element: HTMLElement, geometry: RowGeometry, index: number, height: number): void {
  const top = geometry.top(index);
  const above = geometry.groupsWithin(index, index).some((group) => group.index === index)
    ? top - geometry.groupHeight
    : top;
  if (above < element.scrollTop) element.scrollTop = above;
  else if (top + geometry.rowHeight > element.scrollTop + height) element.scrollTop = top + geometry.rowHeight - height;
}
