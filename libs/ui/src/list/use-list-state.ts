import { useCallback, useRef, useState } from "react";
import { nearestIndex } from "./use-row-focus.ts";

const none: ReadonlySet<string> = new Set();

interface Options<T> {
  /** Says a sentence to those who listen to the page. */
  announce?: (sentence: string) => void;
  /** The rows as they are now, where they may be newer than those that are drawn. */
  current?: () => readonly (T | undefined)[];
}

/**
 * Which row has the focus and which are checked. Rows come and go under it; both follow. What is decided holds at once:
 * a key that is pressed before the page is drawn again means what was decided, not what is still shown.
 */
export function useListState<T extends { id: string }>(
  rows: readonly (T | undefined)[],
  { announce, current }: Options<T> = {},
) {
  const [focusId, setFocusId] = useState<string | null>(null);
  const [focusRequest, setFocusRequest] = useState(0);
  const [focusNear, setFocusNear] = useState(0);
  const [checked, setChecked] = useState<ReadonlySet<string>>(none);
  const anchor = useRef<string | null>(null);
  const decided = useRef({ focusId, near: 0, checked, requests: 0 });
  const known = useRef(() => rows);
  known.current = current ?? (() => rows);

  /** @param near about which place is meant, where a row stands in several */
  const focusOn = useCallback((id: string | null, takeFocus: boolean, near?: number) => {
    const moved = decided.current.focusId !== id || (near !== undefined && near !== decided.current.near);
    decided.current.focusId = id;
    if (near !== undefined) decided.current.near = near;
    else if (id !== null) decided.current.near = Math.max(0, nearestIndex(known.current(), id, decided.current.near));
    setFocusNear(decided.current.near);
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
      const { near } = decided.current;
      const from = nearestIndex(all, anchor.current ?? focus ?? id, near);
      const to = nearestIndex(all, id, near);
      if (to < 0) return;
      const [low, high] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
      const next = new Set(before);
      for (const row of all.slice(low, high + 1)) if (row) next.add(row.id);
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
    const { focusId: focus, near } = decided.current;
    const at = focus === null ? -1 : nearestIndex(all, focus, near);
    let to = at < 0 ? 0 : Math.max(0, Math.min(all.length - 1, at + step));
    // What is not loaded cannot be gone to: the next that is, towards where the focus comes from.
    while (to > at && all[to] === undefined && to > 0) to--;
    while (to < at && all[to] === undefined) to++;
    decided.current.near = to;
    return all[to];
  }, []);

  /** Where the focus goes when these rows are removed: the next row that stays, else the one before. */
  const successor = useCallback((leaving: ReadonlySet<string>): T | undefined => {
    const all = known.current();
    let at = -1;
    for (let index = all.length - 1; index >= 0 && at < 0; index--) if (leaving.has(all[index]?.id ?? "")) at = index;
    if (at < 0) return undefined;
    const stays = (row: T | undefined): row is T => row !== undefined && !leaving.has(row.id);
    return all.slice(at + 1).find(stays) ?? all.slice(0, at).findLast(stays);
  }, []);

  const checkAll = useCallback(
    () => changeChecked(new Set(known.current().flatMap((row) => row?.id ?? []))),
    [changeChecked],
  );

  const focused = useCallback(() => decided.current.focusId, []);
  const picked = useCallback(() => decided.current.checked, []);

  return {
    /** As drawn; `focused` and `picked` say what holds now. */
    focusId,
    checked,
    focusRequest,
    focusNear,
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
