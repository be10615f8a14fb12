// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; the roles of a grid say the same
// biome-ignore-all lint/a11y/useFocusableInteractive: the row carries the focus
import { observeElementRect, useVirtualizer } from "@tanstack/react-virtual";
import { makeStyles } from "@tessera/fluent";
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef } from "react";
import { GroupHead } from "./list-row.tsx";
import { useRowHeight } from "./provider.tsx";
import { useIsPhone } from "./use-width.ts";

const useStyles = makeStyles({
  scroll: { flexGrow: 1, minHeight: 0, overflowY: "auto", overscrollBehavior: "contain", overflowAnchor: "none", paddingBottom: "8px" },
  space: { position: "relative", width: "100%" },
  row: { position: "absolute", top: 0, left: 0, width: "100%", outlineStyle: "none" },
});

export interface DataListHandle {
  /** Moves the focused row and the keyboard focus, for keys such as j and k. */
  move(step: number): void;
  focus(): void;
  scrollToTop(): void;
}

export interface DataListProps<T> {
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  renderRow: (item: T, state: { focused: boolean; checked: boolean }) => ReactNode;
  /** Row that carries the keyboard focus; null before any. */
  focusedKey: string | null;
  onFocusKey: (key: string) => void;
  /** Enter on a row. */
  onOpen: (item: T) => void;
  /** Rows chosen for a common action; Shift with the arrow keys extends. */
  checkedKeys?: ReadonlySet<string>;
  onCheck?: (keys: ReadonlySet<string>) => void;
  /** Heading of the group an item belongs to; rows come already in the order of their groups. */
  groupOf?: (item: T) => string;
  /** Called when the last loaded rows come into view. */
  onEndReached?: () => void;
  /** All rows there are, loaded or not, for assistive technology. */
  total?: number;
  ref?: Ref<DataListHandle>;
}

type Line<T> = { group: string } | { item: T; index: number };

/** Draws only the rows in view: 100,000 rows scroll as smoothly as ten. One row is in the tab order; arrow keys, Home, End and Page keys move. */
export function DataList<T>(props: DataListProps<T>) {
  const styles = useStyles();
  const scroll = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight(useIsPhone());
  const { items, groupOf, keyOf, focusedKey, onEndReached } = props;

  const lines = useMemo(() => {
    const made: Line<T>[] = [];
    let last: string | undefined;
    items.forEach((item, index) => {
      const group = groupOf?.(item);
      if (group !== undefined && group !== last) made.push({ group });
      last = group;
      made.push({ item, index });
    });
    return made;
  }, [items, groupOf]);
  const lineOfKey = useMemo(() => {
    const at = new Map<string, number>();
    lines.forEach((line, index) => {
      if ("item" in line) at.set(keyOf(line.item), index);
    });
    return at;
  }, [lines, keyOf]);

  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => (lines[index] && "group" in lines[index] ? 28 : rowHeight),
    getItemKey: (index) => {
      const line = lines[index];
      return line === undefined ? index : "group" in line ? `group:${line.group}` : keyOf(line.item);
    },
    overscan: 8,
    // Without a layout (a hidden pane, jsdom) a window's worth of rows is drawn rather than none.
    observeElementRect: (instance, apply) =>
      observeElementRect(instance, (rect) => apply(rect.height > 0 ? rect : { ...rect, height: 900 })),
  });
  // Sizes are known, not measured: they change with density and width alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the height of a row changes
  useEffect(() => virtual.measure(), [rowHeight, virtual]);

  const shown = virtual.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lines.length > 0 && lastShown >= lines.length - 20) onEndReached?.();
  }, [lastShown, lines.length, onEndReached]);

  const wantsFocus = useRef(false);
  // After each render the row that should have the focus may have come into being.
  useEffect(() => {
    if (!wantsFocus.current || focusedKey === null) return;
    const row = [...(scroll.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])].find((one) => one.dataset.row === focusedKey);
    if (row) {
      wantsFocus.current = false;
      row.focus({ preventScroll: true });
    }
  });

  const focusIndex = (index: number, extend: boolean) => {
    const item = items[Math.max(0, Math.min(items.length - 1, index))];
    if (item === undefined) return;
    const key = keyOf(item);
    if (extend && props.onCheck) {
      const next = new Set(props.checkedKeys);
      if (focusedKey !== null) next.add(focusedKey);
      next.add(key);
      props.onCheck(next);
    }
    wantsFocus.current = true;
    const line = lineOfKey.get(key);
    if (line !== undefined) virtual.scrollToIndex(line <= 1 ? 0 : line);
    props.onFocusKey(key);
  };
  const currentIndex = () => {
    const line = focusedKey === null ? undefined : lines[lineOfKey.get(focusedKey) ?? -1];
    return line && "item" in line ? line.index : -1;
  };
  useImperativeHandle(props.ref, () => ({
    move: (step) => focusIndex(currentIndex() + step, false),
    focus: () => focusIndex(Math.max(0, currentIndex()), false),
    scrollToTop: () => virtual.scrollToOffset(0),
  }));

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!(event.target as HTMLElement).dataset.row || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / rowHeight) - 1);
    const to: Record<string, number> = {
      ArrowDown: currentIndex() + 1,
      ArrowUp: currentIndex() - 1,
      PageDown: currentIndex() + page,
      PageUp: currentIndex() - page,
      Home: 0,
      End: items.length - 1,
    };
    if (event.key in to) {
      event.preventDefault();
      focusIndex(to[event.key] ?? 0, event.shiftKey);
    } else if (event.key === "Enter") {
      const item = items[currentIndex()];
      if (item !== undefined) {
        event.preventDefault();
        props.onOpen(item);
      }
    }
  };

  const firstKey = items[0] === undefined ? null : keyOf(items[0]);
  const tabKey = focusedKey !== null && lineOfKey.has(focusedKey) ? focusedKey : firstKey;
  return (
    <div
      ref={scroll}
      className={styles.scroll}
      role="grid"
      aria-label={props.label}
      aria-rowcount={props.total ?? items.length}
      aria-multiselectable={props.onCheck ? true : undefined}
      onKeyDown={onKeyDown}
    >
      <div className={styles.space} role="presentation" style={{ height: virtual.getTotalSize() }}>
        {shown.map((view) => {
          const line = lines[view.index];
          if (!line) return null;
          const style = { height: view.size, transform: `translateY(${view.start}px)` };
          if ("group" in line) {
            return (
              <div key={view.key} role="row" tabIndex={-1} className={styles.row} style={style}>
                <div role="rowheader">
                  <GroupHead>{line.group}</GroupHead>
                </div>
              </div>
            );
          }
          const key = keyOf(line.item);
          const checked = props.checkedKeys?.has(key) ?? false;
          return (
            <div
              key={view.key}
              role="row"
              data-row={key}
              aria-rowindex={line.index + 1}
              aria-selected={props.onCheck ? checked : undefined}
              tabIndex={key === tabKey ? 0 : -1}
              className={styles.row}
              style={style}
              onFocus={() => key !== focusedKey && props.onFocusKey(key)}
            >
              <div role="gridcell">{props.renderRow(line.item, { focused: key === focusedKey, checked })}</div>
            </div>
          );
        })}
      </div>
    </div>
  );
}
