import type { DataListHandle } from "@tessera/ui";
import { useIsPhone } from "@tessera/ui";
import { useEffect, useRef, useState } from "react";

const none: ReadonlySet<string> = new Set();

/**
 * Focus and selection of one of the queue's lists. Beside a detail pane the focused row is the one shown, named by the
 * address; on a phone the focus only moves, and a row is opened by tapping it.
 */
export function useListState<T extends { id: string }>(
  rows: readonly T[],
  selected: string | undefined,
  select: (id: string | undefined) => void,
) {
  const isPhone = useIsPhone();
  const list = useRef<DataListHandle>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [checked, setChecked] = useState(none);
  // Row that gets the keyboard once it is the one shown: an address changes a little later than state does.
  const [refocus, setRefocus] = useState<string>();
  const shownId = selected ?? (isPhone ? undefined : rows[0]?.id);
  const focusedKey = isPhone ? focused : (shownId ?? null);
  const here = rows.find((row) => row.id === (isPhone ? (selected ?? focused) : shownId));

  useEffect(() => {
    if (refocus === undefined || refocus !== focusedKey) return;
    setRefocus(undefined);
    list.current?.focus();
  }, [refocus, focusedKey]);

  const toggle = (id: string) =>
    setChecked((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const chosen = rows.filter((row) => checked.has(row.id));
  return {
    list,
    isPhone,
    /** Id that the detail pane shows. */
    shownId,
    focusedKey,
    onFocusKey: (id: string) => (isPhone ? setFocused(id) : select(id)),
    checked,
    setChecked,
    toggle,
    toggleFocused: () => {
      if (here) toggle(here.id);
    },
    clear: () => setChecked(none),
    /** Rows that are selected, else the one in focus. */
    targets: (): T[] => (chosen.length ? chosen : here ? [here] : []),
    chosen,
    /** The row after those that are about to leave becomes the focused one, and has the keyboard if the list had it. */
    moveOn: (leaving: readonly T[]) => {
      const gone = new Set(leaving.map((row) => row.id));
      const last = rows.findLastIndex((row) => gone.has(row.id));
      const next = rows.slice(last + 1).find((row) => !gone.has(row.id)) ?? rows.slice(0, last).findLast((row) => !gone.has(row.id));
      setChecked(none);
      select(isPhone ? undefined : next?.id);
      if (document.activeElement?.closest("[role=grid]")) setRefocus(next?.id);
    },
  };
}
export type ListState<T extends { id: string }> = ReturnType<typeof useListState<T>>;
