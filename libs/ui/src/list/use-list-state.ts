import { useCallback, useRef, useState } from "react";

const none: ReadonlySet<string> = new Set();

interface Options<T> {
  /** Says a sentence to those who listen to the page. */
  announce?: (sentence: string) => void;
  /** The rows as they are now, where they may be newer than those that are drawn. */
  current?: () => readonly T[];
}

/**
 * Which row has the focus and which are checked. Rows come and go under it; both follow. What is decided holds at once:
 * a key that is pressed before the page is drawn again means what was decided, not what is still shown.
 */
export function useListState<T extends { id: string }>(rows: readonly T[], { announce, current }: Options<T> = {}) {
  const [focusId, setFocusId] = useState<string | null>(null);
  const [focusRequest, setFocusRequest] = useState(0);
  const [checked, setChecked] = useState<ReadonlySet<string>>(none);
  const anchor = useRef<string | null>(null);
  const decided = useRef({ focusId, checked, requests: 0 });
  const known = useRef(() => rows);
  known.current = current ?? (() => rows);

  const focusOn = useCallback((id: string | null, takeFocus: boolean) => {
    const moved = decided.current.focusId !== id;
    decided.current.focusId = id;
    setFocusId(id);
    if (takeFocus && id !== null) setFocusRequest(++decided.current.requests);
    // The row that the keyboard was asked to go to is no longer meant.
    else if (moved) setFocusRequest(0);
  }, []);

  const changeChecked = useCallback(
    (next: ReadonlySet<string>) => {
      decided.current.checked = next;
      setChecked(next);
      announce?.(next.size === 0 ? "Nothing selected" : `${next.size.toLocaleString()} selected`);
    },
    [announce],
  );

  const toggle = useCallback(
    (id: string) => {
      const next = new Set(decided.current.checked);
      if (!next.delete(id)) next.add(id);
      anchor.current = id;
      changeChecked(next);
    },
    [changeChecked],
  );

  /** Checks the rows from the last one that was checked or focused to this one. */
  const extendTo = useCallback(
    (id: string) => {
      const all = known.current();
      const { focusId: focus, checked: before } = decided.current;
      const from = all.findIndex((row) => row.id === (anchor.current ?? focus ?? id));
      const to = all.findIndex((row) => row.id === id);
      if (to < 0) return;
      const [low, high] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
      const next = new Set(before);
      for (const row of all.slice(low, high + 1)) next.add(row.id);
      anchor.current = all[from < 0 ? to : from]?.id ?? id;
      changeChecked(next);
      focusOn(id, false);
    },
    [changeChecked, focusOn],
  );

  const clear = useCallback(() => {
    if (decided.current.checked.size > 0) changeChecked(none);
  }, [changeChecked]);

  /** The row `step` rows from the focused one; the first when none is. */
  const neighbour = useCallback((step: number): T | undefined => {
    const all = known.current();
    const at = all.findIndex((row) => row.id === decided.current.focusId);
    return all[at < 0 ? 0 : Math.max(0, Math.min(all.length - 1, at + step))];
  }, []);

  /** Where the focus goes when these rows are removed: the next row that stays, else the one before. */
  const successor = useCallback((leaving: ReadonlySet<string>): T | undefined => {
    const all = known.current();
    let at = -1;
    for (let index = all.length - 1; index >= 0 && at < 0; index--) if (leaving.has((all[index] as T).id)) at = index;
    if (at < 0) return undefined;
    for (let index = at + 1; index < all.length; index++) if (!leaving.has((all[index] as T).id)) return all[index];
    for (let index = at - 1; index >= 0; index--) if (!leaving.has((all[index] as T).id)) return all[index];
    return undefined;
  }, []);

  const checkAll = useCallback(() => changeChecked(new Set(known.current().map((row) => row.id))), [changeChecked]);

  const focused = useCallback(() => decided.current.focusId, []);
  const picked = useCallback(() => decided.current.checked, []);

  return {
    /** As drawn; `focused` and `picked` say what holds now. */
    focusId,
    checked,
    focusRequest,
    focused,
    picked,
    focusOn,
    toggle,
    extendTo,
    clear,
    neighbour,
    successor,
    checkAll,
  };
}
export type ListState<T extends { id: string }> = ReturnType<typeof useListState<T>>;
