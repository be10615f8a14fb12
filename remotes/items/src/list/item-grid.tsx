// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; the roles of a grid say the same
// biome-ignore-all lint/a11y/useFocusableInteractive: the row carries the focus
import { dayOf } from "@tessera/contracts/days.ts";
import type { ItemSummary } from "@tessera/contracts/items.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { GroupHead, useIsPhone, useRowHeight, useUiSettings } from "@tessera/ui";
import { useEffect, useMemo, useRef, useState } from "react";
import { labelOfType, useItemTypes } from "../types/item-types.ts";
import { daysAround } from "./days-around.ts";
import { groupsOf, labelOf } from "./groups.ts";
import { ItemRow, type RowActions } from "./item-row.tsx";
import type { ListData } from "./list-data.ts";
import type { ListQuery } from "./list-query.ts";
import { RowGeometry } from "./row-geometry.ts";
import { useNow } from "./use-now.ts";
import { useRowEvents } from "./use-row-events.ts";
import { useRowFocus } from "./use-row-focus.ts";
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
  const { locale, timeZone, firstWeekday } = useUiSettings();
  const now = useNow();
  const day = dayOf(now, timeZone);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the days around now are others when the day is
  const days = useMemo(() => daysAround(now, { timeZone, firstWeekday }), [day, timeZone, firstWeekday]);
  const types = useItemTypes();
  const { rows, total } = props.data;
  const count = Math.max(total, rows.length);

  const geometry = useMemo(
    () => new RowGeometry(count, rowHeight, GROUP_HEIGHT, groupsOf(rows, labelOf(props.query, days, { locale, timeZone }))),
    [count, rowHeight, rows, props.query, days, locale, timeZone],
  );
  const { first, last, height } = useWindow(scroll, geometry);

  const { loadTo } = props;
  useEffect(() => {
    if (props.data.nextCursor !== null && last + PREFETCH > rows.length) loadTo(Math.min(count, last + PREFETCH));
  }, [last, rows.length, count, props.data.nextCursor, loadTo]);

  const focusIndex = useRowFocus(scroll, geometry, height, props);
  const tabIndex = focusIndex < 0 ? 0 : focusIndex;

  const [hoverId, setHoverId] = useState<string | null>(null);
  const [keyboardIn, setKeyboardIn] = useState(false);
  const time = props.query.sort === "updated" ? "updatedAt" : props.query.sort === "due" ? "dueAt" : "createdAt";

  const events = useRowEvents(props, {
    page: Math.max(1, Math.floor(height / rowHeight) - 1),
    belowTabStop: () => geometry.top(tabIndex) - (scroll.current?.scrollTop ?? 0) + rowHeight,
  });

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
          days={days}
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
      onClickCapture={events.onClickCapture}
      onContextMenu={events.onContextMenu}
      onKeyDown={events.onKeyDown}
      onPointerOver={(event) => event.pointerType !== "touch" && setHoverId(events.rowOf(event)?.id ?? null)}
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
