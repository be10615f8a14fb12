import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { type ReactNode, type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from "react";

/** Px that a pointer moves before it drags: less is a click of an unsteady hand. */
const SLOP = 6;
/** Px from the edge of a list within which it scrolls along, and px that it scrolls a frame. */
const EDGE = 40;
const SCROLL = 12;

const useStyles = makeStyles({
  area: { display: "contents" },
  ghost: {
    position: "fixed",
    zIndex: 1000,
    top: 0,
    left: 0,
    maxWidth: "280px",
    padding: "6px 10px",
    borderRadius: "6px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    boxShadow: tokens.shadow16,
    fontSize: "13px",
    lineHeight: "20px",
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    pointerEvents: "none",
  },
  ring: {
    position: "fixed",
    zIndex: 999,
    borderRadius: "6px",
    outline: "2px solid var(--ink)",
    outlineOffset: "-2px",
    pointerEvents: "none",
  },
  line: { position: "fixed", zIndex: 999, height: "2px", backgroundColor: "var(--ink)", pointerEvents: "none" },
});

/** Where dragged cards are let go. */
export interface DropPlace {
  /** Of a section's head, a column or a row. */
  section?: string;
  row?: { id: string; edge: "before" | "after" };
  /** Address of a link of the page. */
  href?: string;
}
interface Shown extends DropPlace {
  box: { top: number; left: number; width: number; height: number };
}
interface Drag {
  rows: ItemSummary[];
  from: string | undefined;
  x: number;
  y: number;
  over: Shown | null;
}

interface DragAreaProps {
  /** The cards that are meant when a row is dragged: all that are selected where it is one of them. */
  rowsOf: (id: string) => ItemSummary[];
  /** The section in which a row of the list stands, by its place. */
  sectionAt: (index: number) => string | undefined;
  /** Whether cards are put between others. */
  byHand: boolean;
  /** Whether the place takes these cards. */
  takes: (place: DropPlace, rows: ItemSummary[], from: string | undefined) => boolean;
  naming: (rows: ItemSummary[]) => string;
  onDrop: (place: DropPlace, rows: ItemSummary[], from: string | undefined) => void;
  children: ReactNode;
}

/**
 * Cards are dragged from their rows with a mouse or a pen. A finger scrolls and swipes there; for it, and for the
 * keyboard, "Move to…" does the same (WCAG 2.5.7).
 */
export function DragArea(props: DragAreaProps) {
  const styles = useStyles();
  const area = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const end = useRef<() => void>(() => undefined);
  useEffect(() => () => end.current(), []);

  const onPointerDown = (event: ReactPointerEvent) => {
    const target = event.target as Element;
    const row = target.closest<HTMLElement>("[data-row]");
    if (event.button !== 0 || event.pointerType === "touch" || !row || target.closest("button, input")) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const id = row.dataset.row as string;
    const from = sectionUnder(row, latest.current.sectionAt);
    end.current();
    end.current = follow(event.nativeEvent, {
      start: () => {
        const rows = latest.current.rowsOf(id);
        return rows.length > 0 ? { rows, from } : null;
      },
      over: (rows, x, y) => placeAt(area.current, latest.current, rows, from, x, y),
      show: setDrag,
      drop: (place, rows) => latest.current.onDrop(place, rows, from),
    });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is done here by pointer is a command of the list, too
    <div
      ref={area}
      className={styles.area}
      onPointerDown={onPointerDown}
      onDragStart={(event) => (event.target as Element).closest("[data-row]") && event.preventDefault()}
    >
      {props.children}
      {drag && (
        <>
          {drag.over && (
            <div
              className={drag.over.row ? styles.line : styles.ring}
              style={drag.over.row ? lineOf(drag.over) : drag.over.box}
            />
          )}
          <div
            className={styles.ghost}
            data-dragged
            style={{ transform: `translate(${drag.x + 12}px, ${drag.y + 8}px)` }}
          >
            {props.naming(drag.rows)}
          </div>
        </>
      )}
    </div>
  );
}

const lineOf = ({ box, row }: Shown) => ({
  left: box.left,
  width: box.width,
  top: row?.edge === "after" ? box.top + box.height - 1 : box.top - 1,
});

function sectionUnder(element: Element, sectionAt: (index: number) => string | undefined): string | undefined {
  const named = element.closest<HTMLElement>("[data-section]")?.dataset.section;
  const index = element.closest("[data-row]")?.getAttribute("aria-rowindex");
  return named ?? (index ? sectionAt(Number(index) - 1) : undefined);
}

/** What lies under the pointer and takes the cards. */
function placeAt(
  area: HTMLElement | null,
  { sectionAt, byHand, takes }: DragAreaProps,
  rows: ItemSummary[],
  from: string | undefined,
  x: number,
  y: number,
): Shown | null {
  const element = document.elementFromPoint(x, y);
  if (!element) return null;
  if (!area?.contains(element)) {
    const link = element.closest<HTMLAnchorElement>("a[href]");
    const place = link?.origin === location.origin && { href: link.href, box: link.getBoundingClientRect() };
    return place && takes(place, rows, from) ? place : null;
  }
  const section = sectionUnder(element, sectionAt);
  const row = element.closest<HTMLElement>("[data-row]");
  const named = element.closest("[data-section]") ?? row;
  const inOwn = section === from;
  if (byHand && row && !rows.some(({ id }) => id === row.dataset.row)) {
    const box = row.getBoundingClientRect();
    const edge = y < box.top + box.height / 2 ? ("before" as const) : ("after" as const);
    const place = { section, row: { id: row.dataset.row as string, edge }, box };
    if (inOwn || takes(place, rows, from)) return place;
  }
  if (section === undefined || inOwn || !named) return null;
  const place = { section, box: named.getBoundingClientRect() };
  return takes(place, rows, from) ? place : null;
}

interface Follower {
  /** Null when there is nothing to drag. */
  start(): Pick<Drag, "rows" | "from"> | null;
  over(rows: ItemSummary[], x: number, y: number): Shown | null;
  show(drag: Drag | null): void;
  drop(place: DropPlace, rows: ItemSummary[]): void;
}

/** Follows the pointer until it is let go, or Escape is pressed. @returns what ends it */
function follow(down: PointerEvent, { start, over, show, drop }: Follower): () => void {
  let drag: Drag | null = null;
  let frame = 0;
  const finish = () => {
    window.removeEventListener("pointermove", onMove);
    window.removeEventListener("pointerup", onUp);
    window.removeEventListener("pointercancel", finish);
    window.removeEventListener("keydown", onKeyDown, { capture: true });
    cancelAnimationFrame(frame);
    show(null);
  };
  const update = (x: number, y: number) => {
    if (!drag) return;
    drag = { ...drag, x, y, over: over(drag.rows, x, y) };
    show(drag);
  };
  const scroll = () => {
    if (!drag) return;
    if (scrollAlong(drag.x, drag.y)) update(drag.x, drag.y);
    frame = requestAnimationFrame(scroll);
  };
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    const { clientX: x, clientY: y } = event;
    if (!drag) {
      if (Math.hypot(x - down.clientX, y - down.clientY) < SLOP) return;
      const begun = start();
      if (!begun) return finish();
      drag = { ...begun, x, y, over: null };
      frame = requestAnimationFrame(scroll);
    }
    event.preventDefault();
    getSelection()?.removeAllRanges();
    update(x, y);
  };
  const onUp = (event: PointerEvent) => {
    const done = drag;
    finish();
    if (!done) return;
    // The click that follows is none of the row's link.
    const swallow = (click: Event) => {
      click.preventDefault();
      click.stopPropagation();
    };
    window.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
    const place = over(done.rows, event.clientX, event.clientY);
    if (place) drop(place, done.rows);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !drag) return;
    event.stopPropagation();
    finish();
  };
  window.addEventListener("pointermove", onMove);
  window.addEventListener("pointerup", onUp);
  window.addEventListener("pointercancel", finish);
  window.addEventListener("keydown", onKeyDown, { capture: true });
  return finish;
}

/** Scrolls what is near its edge under the pointer. @returns whether anything moved */
function scrollAlong(x: number, y: number): boolean {
  const element = document.elementFromPoint(x, y);
  const list = element?.closest<HTMLElement>('[role="grid"]');
  const board = element?.closest<HTMLElement>("[data-board]");
  const before = [list?.scrollTop, board?.scrollLeft];
  if (list) {
    const { top, bottom } = list.getBoundingClientRect();
    list.scrollTop += y < top + EDGE ? -SCROLL : y > bottom - EDGE ? SCROLL : 0;
  }
  if (board) {
    const { left, right } = board.getBoundingClientRect();
    board.scrollLeft += x < left + EDGE ? -SCROLL : x > right - EDGE ? SCROLL : 0;
  }
  return list?.scrollTop !== before[0] || board?.scrollLeft !== before[1];
}
