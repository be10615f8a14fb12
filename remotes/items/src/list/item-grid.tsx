// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; the roles of a grid say the same
// biome-ignore-all lint/a11y/useFocusableInteractive: the row carries the focus
import type { ItemSummary } from "@tessera/contracts/items.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { GroupHead, useIsPhone, useRowHeight, useUiSettings } from "@tessera/ui";
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { labelOfType, useItemTypes } from "../types/item-types.ts";
import { groupsOf, labelOf } from "./groups.ts";
import { ItemRow, type RowActions } from "./item-row.tsx";
import type { ListData } from "./list-data.ts";
import type { ListQuery } from "./list-query.ts";
import { RowGeometry } from "./row-geometry.ts";
import { useNow } from "./use-now.ts";
import { useWindow } from "./use-window.ts";

const GROUP_HEIGHT = 28;

const useStyles = makeStyles({
  scroll: { flexGrow: 1, minHeight: 0, overflowY: "auto", overscrollBehavior: "contain", overflowAnchor: "none", paddingBottom: "8px" },
  space: { position: "relative", width: "100%" },
  placed: { position: "absolute", top: 0, left: 0, width: "100%" },
  bone: {
    position: "absolute",
    left: "48px",
    width: "55%",
    height: "8px",
    borderRadius: "4px",
    backgroundColor: tokens.colorNeutralStroke2,
  },
  failed: {
    position: "sticky",
    bottom: 0,
    display: "flex",
    alignItems: "center",
    gap: "8px",
    padding: "8px 16px",
    backgroundColor: "var(--bad-bg)",
    color: "var(--bad)",
  },
});

export interface ItemGridProps {
  label: string;
  query: ListQuery;
  data: ListData;
  /** Card in the detail pane. */
  selectedId: string | undefined;
  focusId: string | null;
  /** Grows when the keyboard focus should go to `focusId`, wherever it is now. */
  focusRequest: number;
  checked: ReadonlySet<string>;
  hrefOf: (id: string) => string;
  actions: RowActions;
  onFocusRow: (id: string) => void;
  /** Enter. */
  onOpen: (row: ItemSummary) => void;
  /** Rows from the anchor to this one, by Shift. */
  onExtend: (row: ItemSummary) => void;
  onMenu: (row: ItemSummary, at: { x: number; y: number }) => void;
  onMove: (step: number, extend: boolean) => void;
  loadTo: (rows: number) => void;
  moreError: Error | null;
}

/**
 * The rows in view, at fixed heights over the whole length of the list: the scroll bar tells the truth for
 * 100,000 rows, and what is not loaded yet is loaded when it comes near.
 */
export function ItemGrid(props: ItemGridProps) {
  const styles = useStyles();
  const scroll = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight(useIsPhone());
  const { locale } = useUiSettings();
  const now = useNow();
  const types = useItemTypes();
  const { rows, total } = props.data;
  const count = Math.max(total, rows.length);

  const geometry = useMemo(
    () => new RowGeometry(count, rowHeight, GROUP_HEIGHT, groupsOf(rows, labelOf(props.query, now, locale))),
    [count, rowHeight, rows, props.query, now, locale],
  );
  const { first, last, height } = useWindow(scroll, geometry);

  const { loadTo } = props;
  useEffect(() => {
    if (props.data.nextCursor !== null && last + PREFETCH > rows.length) loadTo(Math.min(count, last + PREFETCH));
  }, [last, rows.length, count, props.data.nextCursor, loadTo]);

  const focusIndex = useMemo(
    () => (props.focusId === null ? -1 : rows.findIndex((row) => row.id === props.focusId)),
    [rows, props.focusId],
  );
  const tabIndex = focusIndex < 0 ? 0 : focusIndex;
  const wanted = useRef(0);
  useLayoutEffect(() => {
    const element = scroll.current;
    if (!element || props.focusRequest === wanted.current || focusIndex < 0) return;
    reveal(element, geometry, focusIndex, height);
    const row = element.querySelector<HTMLElement>(`[data-row="${CSS.escape(props.focusId ?? "")}"]`);
    if (!row) return;
    wanted.current = props.focusRequest;
    row.focus({ preventScroll: true });
  });

  const [hoverId, setHoverId] = useState<string | null>(null);
  const [keyboardIn, setKeyboardIn] = useState(false);
  const time = props.query.sort === "updated" ? "updatedAt" : props.query.sort === "due" ? "dueAt" : "createdAt";

  const rowOf = (event: { target: EventTarget }): ItemSummary | undefined => {
    const id = (event.target as Element).closest<HTMLElement>("[data-row]")?.dataset.row;
    return id === undefined ? undefined : rows.find((row) => row.id === id);
  };
  const onClickCapture = (event: MouseEvent) => {
    const row = event.shiftKey ? rowOf(event) : undefined;
    if (!row) return;
    event.preventDefault();
    event.stopPropagation();
    props.onExtend(row);
  };
  const onContextMenu = (event: MouseEvent) => {
    const row = rowOf(event);
    if (!row) return;
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    const byKey = event.clientX === 0 && event.clientY === 0;
    props.onMenu(
      row,
      byKey
        ? { x: box.left + 48, y: box.top + geometry.top(tabIndex) - (scroll.current?.scrollTop ?? 0) + rowHeight }
        : { x: event.clientX, y: event.clientY },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target as HTMLElement).dataset.row) return;
    const page = Math.max(1, Math.floor(height / rowHeight) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -rows.length,
      End: rows.length,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      props.onMove(step, event.shiftKey);
    } else if (event.key === "Enter") {
      const row = rowOf(event);
      if (!row) return;
      event.preventDefault();
      props.onOpen(row);
    }
  };

  const shown = [];
  for (let index = first; index <= last && index < count; index++) {
    const row = rows[index];
    const top = geometry.top(index);
    shown.push(
      row ? (
        <ItemRow
          key={row.id}
          row={row}
          index={index}
          top={top}
          height={rowHeight}
          href={props.hrefOf(row.id)}
          now={now}
          kind={labelOfType(row.type, types)}
          time={time}
          selected={row.id === props.selectedId}
          checked={props.checked.has(row.id)}
          picking={props.checked.size > 0}
          current={index === tabIndex}
          active={row.id === hoverId || (keyboardIn && index === focusIndex)}
          actions={props.actions}
        />
      ) : (
        <div key={index} className={styles.placed} style={{ height: rowHeight, transform: `translateY(${top}px)` }} role="presentation">
          <span className={styles.bone} style={{ top: rowHeight / 2 - 4 }} />
        </div>
      ),
    );
  }

  return (
    <div
      ref={scroll}
      className={styles.scroll}
      role="grid"
      aria-label={props.label}
      aria-rowcount={count}
      aria-multiselectable="true"
      onClickCapture={onClickCapture}
      onContextMenu={onContextMenu}
      onKeyDown={onKeyDown}
      onPointerOver={(event) => event.pointerType !== "touch" && setHoverId(rowOf(event)?.id ?? null)}
      onPointerLeave={() => setHoverId(null)}
      onFocus={(event) => {
        const id = (event.target as HTMLElement).dataset.row;
        setKeyboardIn(id !== undefined && (event.target as HTMLElement).matches(":focus-visible"));
        if (id !== undefined && id !== props.focusId) props.onFocusRow(id);
      }}
      onBlur={() => setKeyboardIn(false)}
    >
      <div className={styles.space} role="presentation" style={{ height: geometry.height }}>
        {geometry.groupsWithin(first, last).map((group) => (
          <div
            key={`${group.label} ${group.index}`}
            role="row"
            className={styles.placed}
            style={{ height: GROUP_HEIGHT, transform: `translateY(${geometry.top(group.index) - GROUP_HEIGHT}px)` }}
          >
            <div role="rowheader">
              <GroupHead>{group.label}</GroupHead>
            </div>
          </div>
        ))}
        {shown}
      </div>
      {props.moreError && (
        <div className={styles.failed} role="row">
          <span role="gridcell">The rest of the list could not be loaded.</span>
          <span role="gridcell">
            <Button size="small" onClick={() => loadTo(last + PREFETCH)}>
              Try again
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}

/** Rows below the window that are loaded before a person gets there. */
const PREFETCH = 200;

/** Scrolls as little as shows the row whole, with its heading when it is the first of its group. */
function reveal(element: HTMLElement, geometry: RowGeometry, index: number, height: number): void {
  const top = geometry.top(index);
  const above = geometry.groupsWithin(index, index).length > 0 ? top - geometry.groupHeight : top;
  if (above < element.scrollTop) element.scrollTop = above;
  else if (top + geometry.rowHeight > element.scrollTop + height) element.scrollTop = top + geometry.rowHeight - height;
}
