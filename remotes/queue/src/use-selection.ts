import { inList } from "@tessera/shell-api";
import { type ListState, useIsPhone, useListState } from "@tessera/ui";
import { useEffect } from "react";

/**
 * Focus and selection of one of the queue's lists. Beside a detail pane the focused row is the one shown, named by the
 * address; on a phone the focus only moves, and a row is opened by tapping it.
 */
export function useSelection<T extends { id: string }>(
  rows: readonly T[],
  selected: string | undefined,
  select: (id: string | undefined) => void,
) {
  const isPhone = useIsPhone();
  const state = useListState(rows);
  const { focusOn } = state;
  const shownId = selected ?? (isPhone ? undefined : rows[0]?.id);
  useEffect(() => {
    if (shownId !== undefined) focusOn(shownId, false);
  }, [shownId, focusOn]);
  const here = rows.find((row) => row.id === state.focusId) ?? rows.find((row) => row.id === shownId);
  const chosen = rows.filter((row) => state.checked.has(row.id));
  const go = (row: T | undefined, takeFocus: boolean) => {
    focusOn(row?.id ?? null, takeFocus);
    if (!isPhone) select(row?.id);
  };
  return {
    ...state,
    isPhone,
    /** Id that the detail pane shows. */
    shownId,
    onFocusRow: (id: string) => {
      focusOn(id, false);
      if (!isPhone && id !== shownId) select(id);
    },
    move: (step: number, extend = false) => {
      const row = state.neighbour(step);
      if (!row) return;
      if (extend) state.extendTo(row.id);
      go(row, true);
    },
    toggleFocused: () => {
      if (here) state.toggle(here.id);
    },
    /** Rows that are selected, else the one in focus. */
    targets: (): T[] => (chosen.length ? chosen : here ? [here] : []),
    chosen,
    /** A row that is there again has the keyboard, and is shown where the one before was. */
    comeBackTo: (id: string) => {
      focusOn(id, inList());
      if (!isPhone || selected !== undefined) select(id);
    },
    /** The row after those that are about to leave becomes the focused one, and has the keyboard if the list had it. */
    moveOn: (leaving: readonly T[]) => {
      const next = state.successor(new Set(leaving.map((row) => row.id)));
      state.clear();
      // Where one pane is shown at a time, the open row makes room for the next.
      if (isPhone && selected !== undefined) select(next?.id);
      go(next, document.activeElement?.closest("[role=grid]") != null);
    },
  };
}
export type Selection<T extends { id: string }> = ReturnType<typeof useSelection<T>> & Pick<ListState<T>, "checked">;
