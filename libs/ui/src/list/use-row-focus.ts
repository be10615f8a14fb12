import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import type { RowGeometry } from "./row-geometry.ts";

/**
 * Brings the keyboard to the row that is asked for, scrolled into view.
 * @returns where that row is; -1 when it is not loaded
 */
export function useRowFocus(
  scroll: RefObject<HTMLElement | null>,
  geometry: RowGeometry,
  height: number,
  { rows, focusId, focusRequest }: { rows: readonly { id: string }[]; focusId: string | null; focusRequest: number },
): number {
  const focusIndex = useMemo(
    () => (focusId === null ? -1 : rows.findIndex((row) => row.id === focusId)),
    [rows, focusId],
  );
  const answered = useRef(0);
  useLayoutEffect(() => {
    const element = scroll.current;
    if (!element || focusRequest === 0 || focusRequest === answered.current || focusIndex < 0) return;
    reveal(element, geometry, focusIndex, height);
    const row = element.querySelector<HTMLElement>(`[data-row="${CSS.escape(focusId ?? "")}"]`);
    if (!row) return;
    answered.current = focusRequest;
    row.focus({ preventScroll: true });
  });
  return focusIndex;
}

/** Scrolls as little as shows the row whole, with its heading when it is the first of its group. */
function reveal(element: HTMLElement, geometry: RowGeometry, index: number, height: number): void {
  const top = geometry.top(index);
  const above = geometry.groupsWithin(index, index).length > 0 ? top - geometry.groupHeight : top;
  if (above < element.scrollTop) element.scrollTop = above;
  else if (top + geometry.rowHeight > element.scrollTop + height) element.scrollTop = top + geometry.rowHeight - height;
}
