// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; the roles of a grid say the same
// biome-ignore-all lint/a11y/useFocusableInteractive: the row carries the focus
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useRowHeight } from "../provider.tsx";
import { useIsPhone } from "../use-width.ts";
import { GroupHead } from "./list-row.tsx";
import { type Group, RowGeometry } from "./row-geometry.ts";
import { SectionHead } from "./section-head.tsx";
import { SwipeHint } from "./swipe-hint.tsx";
import { useRowEvents } from "./use-row-events.ts";
import { useRowFocus } from "./use-row-focus.ts";
import { type SwipeActs, useRowSwipe } from "./use-row-swipe.ts";
import { useRowTaps } from "./use-row-taps.ts";
import { useWindow } from "./use-window.ts";

const GROUP_HEIGHT = 28;
/** Of a section on a phone, which a finger opens and closes. */
const TOUCHED_HEIGHT = 44;
/** Rows below the window that are loaded before a person gets there. */
const PREFETCH = 200;

const useStyles = makeStyles({
  scroll: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: "auto",
    overscrollBehavior: "contain",
    overflowAnchor: "none",
    paddingBottom: "8px",
  },
  space: { position: "relative", width: "100%" },
  placed: { position: "absolute", top: 0, left: 0, width: "100%" },
  row: {
    position: "absolute",
    top: 0,
    left: 0,
    width: "100%",
    outlineStyle: "none",
    // To the side a row is swiped.
    touchAction: "pan-y pinch-zoom",
    // Read by ListRow, which has the row's shape.
    ":focus-visible": {
      "--row-ring": "2px solid var(--ink)",
      "--row-fill": tokens.colorSubtleBackgroundPressed,
      "--row-actions": "flex",
      "--row-meta": "none",
    },
  },
  head: { height: "100%" },
  swiped: { position: "relative", backgroundColor: tokens.colorNeutralBackground1 },
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

/** What a row is at the moment. */
export interface RowState {
  index: number;
  checked: boolean;
  /** Hovered, or focused by key: shows its actions. */
  active: boolean;
}

export interface VirtualListProps<T extends { id: string }> {
  label: string;
  /** Rows of sections have gaps where they are not loaded. */
  rows: readonly (T | undefined)[];
  /** All rows there are, loaded or not; the loaded ones when not given. */
  total?: number;
  groups?: readonly Group[];
  focusId: string | null;
  /** Grows when the keyboard focus should go to `focusId`, wherever it is now. */
  focusRequest: number;
  /** About where `focusId` is meant, where it stands in several sections. */
  focusNear?: number;
  /** Rows chosen for a common action; without it none can be chosen. */
  checked?: ReadonlySet<string>;
  /** A row's content, a ListRow; the same element again costs no drawing. */
  renderRow: (row: T, state: RowState) => ReactNode;
  onFocusRow: (id: string, index: number) => void;
  /** Enter. */
  onOpen: (row: T) => void;
  /** Arrow, Page, Home and End keys; `extend` with Shift. */
  onMove: (step: number, extend: boolean) => void;
  /** Shift and a click. */
  onExtend?: (row: T) => void;
  /** Right click, or the menu key. */
  onMenu?: (row: T, at: { x: number; y: number }) => void;
  /** What swiping a row does, where a finger is used; each act must be reached in another way, too. */
  swipe?: (row: T) => SwipeActs;
  /** Opens or closes a section. */
  onSection?: (key: string) => void;
  /** Which rows are in view, as far as drawn. */
  onWindow?: (first: number, last: number) => void;
  /** Loads until so many rows are there; called ahead of need while `hasMore`. */
  loadTo?: (rows: number) => void;
  hasMore?: boolean;
  /** Rows beyond the window that are loaded ahead. */
  prefetch?: number;
  /** Why loading on failed. */
  moreError?: Error | null;
}

/**
 * The rows in view, at fixed heights over the whole length of the list: the scroll bar tells the truth for 100,000
 * rows, and what is not loaded yet is loaded when it comes near. One row is in the tab order.
 */
export function VirtualList<T extends { id: string }>(props: VirtualListProps<T>) {
  const styles = useStyles();
  const scroll = useRef<HTMLDivElement>(null);
  const phone = useIsPhone();
  const rowHeight = useRowHeight(phone);
  const { rows, groups = NO_GROUPS, checked, loadTo, hasMore = false, prefetch = PREFETCH } = props;
  const count = Math.max(props.total ?? 0, rows.length);

  const headHeight = phone && groups[0]?.section ? TOUCHED_HEIGHT : GROUP_HEIGHT;
  const geometry = useMemo(
    () => new RowGeometry(count, rowHeight, headHeight, groups),
    [count, rowHeight, headHeight, groups],
  );
  const { first, last, height } = useWindow(scroll, geometry);
  useEffect(() => {
    if (hasMore && last + prefetch > rows.length)
      loadTo?.(props.total === undefined ? last + prefetch : Math.min(count, last + prefetch));
  }, [last, rows.length, count, hasMore, loadTo, prefetch, props.total]);

  const { onWindow } = props;
  useEffect(() => onWindow?.(first, last), [onWindow, first, last]);

  const focusIndex = useRowFocus(scroll, geometry, height, props);
  const tabIndex = focusIndex < 0 ? 0 : focusIndex;
  const [hoverId, setHoverId] = useState<string | null>(null);
  const [keyboardIn, setKeyboardIn] = useState(false);
  const events = useRowEvents(props, {
    page: Math.max(1, Math.floor(height / rowHeight) - 1),
    belowTabStop: () => geometry.top(tabIndex) - (scroll.current?.scrollTop ?? 0) + rowHeight,
  });

  const swipe = useRowSwipe(props.swipe, events.rowOf);
  const taps = useRowTaps(scroll, { rows, geometry }, swipe.after);

  // A heading stands right before its first row: what is read aloud has the order of what is seen.
  const heads = geometry.groupsWithin(first, last);
  const place = (y: number, tall: number) => ({ height: tall, transform: `translateY(${y}px)` });
  const headsAt = (index: number) =>
    heads
      .filter((group) => group.index === index)
      .map((group) => (
        <div
          key={`head ${group.section?.key ?? group.label}`}
          role="row"
          className={styles.placed}
          style={place(geometry.headTop(group), headHeight)}
          data-section={group.section?.key}
        >
          <div role="rowheader" className={styles.head}>
            {group.section ? (
              <SectionHead group={group} onToggle={props.onSection} />
            ) : (
              <GroupHead>{group.label}</GroupHead>
            )}
          </div>
        </div>
      ));
  const shown = [];
  for (let index = first; index <= last && index < count; index++) {
    const row = rows[index];
    const top = geometry.top(index);
    shown.push(
      <Fragment key={row ? keyOf(geometry, row.id, index) : index}>
        {headsAt(index)}
        {row ? (
          <div
            role="row"
            data-row={row.id}
            aria-rowindex={index + 1}
            aria-selected={checked?.has(row.id)}
            tabIndex={index === tabIndex ? 0 : -1}
            className={styles.row}
            style={place(top, rowHeight)}
          >
            {swipe.shown?.id === row.id && <SwipeHint {...swipe.shown} />}
            <div role="gridcell" className={swipe.shown?.id === row.id ? styles.swiped : undefined}>
              {props.renderRow(row, {
                index,
                checked: checked?.has(row.id) ?? false,
                active: row.id === hoverId || (keyboardIn && index === focusIndex),
              })}
            </div>
          </div>
        ) : (
          <div className={styles.placed} style={place(top, rowHeight)} role="presentation">
            <span className={styles.bone} style={{ top: rowHeight / 2 - 4 }} />
          </div>
        )}
      </Fragment>,
    );
  }
  if (last >= count - 1) shown.push(<Fragment key="end">{headsAt(count)}</Fragment>);

  return (
    <div
      ref={scroll}
      className={styles.scroll}
      role="grid"
      aria-label={props.label}
      aria-rowcount={count}
      aria-multiselectable={checked ? "true" : undefined}
      {...swipe.handlers}
      onPointerDown={(event) => {
        taps.onPointerDown(event);
        swipe.handlers?.onPointerDown(event);
      }}
      onScroll={taps.onScroll}
      onTouchStart={taps.onTouchStart}
      onTouchEnd={taps.onTouchEnd}
      onClickCapture={(event) => {
        if (!swipe.swiped.current) return taps.onClickCapture(event) || events.onClickCapture(event);
        swipe.swiped.current = false;
        event.preventDefault();
        event.stopPropagation();
      }}
      onContextMenu={(event) => {
        taps.onContextMenu();
        events.onContextMenu(event);
      }}
      onKeyDown={events.onKeyDown}
      onPointerOver={(event) => event.pointerType !== "touch" && setHoverId(events.rowOf(event)?.id ?? null)}
      onPointerLeave={() => setHoverId(null)}
      onFocus={(event) => {
        const id = (event.target as HTMLElement).dataset.row;
        setKeyboardIn(id !== undefined && (event.target as HTMLElement).matches(":focus-visible"));
        const index = Number((event.target as HTMLElement).getAttribute("aria-rowindex")) - 1;
        if (id !== undefined && (id !== props.focusId || index !== focusIndex)) props.onFocusRow(id, index);
      }}
      onBlur={() => setKeyboardIn(false)}
    >
      <div className={styles.space} role="presentation" style={{ height: geometry.height }}>
        {shown}
      </div>
      {props.moreError && (
        <div className={styles.failed} role="row">
          <span role="gridcell">The rest of the list could not be loaded.</span>
          <span role="gridcell">
            <Button size="small" onClick={() => loadTo?.(last + prefetch)}>
              Try again
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}

/** A row that stands in several sections is another one in each. */
function keyOf(geometry: RowGeometry, id: string, index: number): string {
  const section = geometry.groups[0]?.section && geometry.groups.findLast((group) => group.index <= index)?.section;
  return section ? `${section.key} ${id}` : id;
}

const NO_GROUPS: readonly Group[] = [];
