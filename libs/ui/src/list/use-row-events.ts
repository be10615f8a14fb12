import type { KeyboardEvent, MouseEvent } from "react";
import type { VirtualListProps } from "./virtual-list.tsx";

/** Mouse and keys over the rows; one set of listeners for all of them. */
export function useRowEvents<T extends { id: string }>(
  {
    rows,
    onExtend,
    onMenu,
    onMove,
    onOpen,
  }: Pick<VirtualListProps<T>, "rows" | "onExtend" | "onMenu" | "onMove" | "onOpen">,
  /** Rows of a page, and where a menu opens that is asked for by key. */
  place: { page: number; belowTabStop: () => number },
) {
  const rowOf = (event: { target: EventTarget }): T | undefined => {
    const id = (event.target as Element).closest<HTMLElement>("[data-row]")?.dataset.row;
    return id === undefined ? undefined : rows.find((row) => row?.id === id);
  };
  return {
    rowOf,
    onClickCapture: (event: MouseEvent) => {
      const row = event.shiftKey ? rowOf(event) : undefined;
      if (!row || !onExtend) return;
      event.preventDefault();
      event.stopPropagation();
      onExtend(row);
    },
    onContextMenu: (event: MouseEvent) => {
      const row = rowOf(event);
      if (!row || !onMenu) return;
      event.preventDefault();
      const box = event.currentTarget.getBoundingClientRect();
      const byKey = event.clientX === 0 && event.clientY === 0;
      onMenu(
        row,
        byKey ? { x: box.left + 48, y: box.top + place.belowTabStop() } : { x: event.clientX, y: event.clientY },
      );
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !(event.target as HTMLElement).dataset.row) return;
      const steps: Record<string, number> = {
        ArrowDown: 1,
        ArrowUp: -1,
        PageDown: place.page,
        PageUp: -place.page,
        Home: -rows.length,
        End: rows.length,
      };
      const step = steps[event.key];
      if (step !== undefined) {
        event.preventDefault();
        onMove(step, event.shiftKey);
      } else if (event.key === "Enter") {
        const row = rowOf(event);
        if (!row) return;
        event.preventDefault();
        onOpen(row);
      }
    },
  };
}
