import { useCallback, useRef, useState } from "react";

const none: ReadonlySet<string> = new Set();

/**
 * Which row has the focus and which are checked. Rows come and go under it; both follow. `announce` says it to those
 * who listen to the page.
 */
export function useListState<T extends { id: string }>(rows: readonly T[], announce?: (sentence: string) => void) {
  const [focusId, setFocusId] = useState<string | null>(null);
  const [focusRequest, setFocusRequest] = useState(0);
  const [checked, setChecked] = useState<ReadonlySet<string>>(none);
  const anchor = useRef<string | null>(null);
  const latest = useRef({ rows, focusId, checked });
  latest.current = { rows, focusId, checked };

  const focusOn = useCallback((id: string | null, takeFocus: boolean) => {
    setFocusId(id);
    if (takeFocus && id !== null) setFocusRequest((count) => count + 1);
  }, []);

  const changeChecked = useCallback(
    (next: ReadonlySet<string>) => {
      setChecked(next);
      announce?.(next.size === 0 ? "Nothing selected" : `${next.size.toLocaleString()} selected`);
    },
    [announce],
  );

  const toggle = useCallback(
    (id: string) => {
      const next = new Set(latest.current.checked);
      if (!next.delete(id)) next.add(id);
      anchor.current = id;
      changeChecked(next);
    },
    [changeChecked],
  );

  /** Checks the rows from the last one that was checked or focused to this one. */
  const extendTo = useCallback(
    (id: string) => {
      const { rows: all, focusId: focus, checked: before } = latest.current;
      const from = all.findIndex((row) => row.id === (anchor.current ?? focus ?? id));
      const to = all.findIndex((row) => row.id === id);
      if (to < 0) return;
      const [low, high] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
      const next = new Set(before);
      for (const row of all.slice(low, high + 1)) next.add(row.id);
      anchor.current = all[from < 0 ? to : from]?.id ?? id;
      changeChecked(next);
      setFocusId(id);
    },
    [changeChecked],
  );

  const clear = useCallback(() => {
    if (latest.current.checked.size > 0) changeChecked(none);
  }, [changeChecked]);

  /** The row `step` rows from the focused one; the first when none is. */
  const neighbour = useCallback((step: number): T | undefined => {
    const { rows: all, focusId: focus } = latest.current;
    const at = all.findIndex((row) => row.id === focus);
    return all[at < 0 ? 0 : Math.max(0, Math.min(all.length - 1, at + step))];
  }, []);

  /** Where the focus goes when these rows are removed: the next row that stays, else the one before. */
  const successor = useCallback((leaving: ReadonlySet<string>): T | undefined => {
    const { rows: all } = latest.current;
    let at = -1;
    for (let index = all.length - 1; index >= 0 && at < 0; index--) if (leaving.has((all[index] as T).id)) at = index;
    if (at < 0) return undefined;
    for (let index = at + 1; index < all.length; index++) if (!leaving.has((all[index] as T).id)) return all[index];
    for (let index = at - 1; index >= 0; index--) if (!leaving.has((all[index] as T).id)) return all[index];
    return undefined;
  }, []);

  const checkAll = useCallback(() => changeChecked(new Set(latest.current.rows.map((row) => row.id))), [changeChecked]);

  return { focusId, focusRequest, checked, focusOn, toggle, extendTo, clear, neighbour, successor, checkAll };
}
export type ListState<T extends { id: string }> = ReturnType<typeof useListState<T>>;
