import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { nearestIndex, VirtualList, type VirtualListProps } from "@tessera/ui";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Section, Sections } from "./use-sections.tsx";

/** Width of a column with the gap behind it, in px. */
const COLUMN = 304;
const GAP = 8;
/** Width that is assumed until the board has one. */
const ASSUMED = 1280;
const AHEAD = 100;

const phone = "@media (max-width: 959.98px)";

const useStyles = makeStyles({
  board: {
    display: "flex",
    gap: `${GAP}px`,
    flexGrow: 1,
    minHeight: 0,
    padding: "0 12px 12px",
    overflowX: "auto",
    overflowY: "hidden",
    overscrollBehaviorX: "contain",
    [phone]: { scrollSnapType: "x mandatory", scrollPaddingLeft: "12px", padding: "0 12px 8px" },
  },
  column: {
    display: "flex",
    flexDirection: "column",
    flexShrink: 0,
    width: `${COLUMN - GAP}px`,
    minHeight: 0,
    overflow: "hidden",
    borderRadius: "8px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    [phone]: { scrollSnapAlign: "start", maxWidth: "calc(100vw - 48px)" },
  },
  head: {
    flexShrink: 0,
    display: "flex",
    alignItems: "center",
    gap: "6px",
    margin: 0,
    padding: "8px 12px",
    fontSize: "12px",
    lineHeight: "16px",
    fontWeight: 600,
    color: tokens.colorNeutralForeground2,
  },
  name: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  count: { fontWeight: 400, color: tokens.colorNeutralForeground3, fontVariantNumeric: "tabular-nums" },
  empty: { padding: "8px 12px", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
});

type Passed = Omit<VirtualListProps<ItemSummary>, "rows" | "total" | "groups" | "onSection" | "onWindow" | "label">;

/** The sections of a list beside each other. Left and right go to the column beside; a column is loaded in view. */
export function Board({
  sections,
  label,
  onGo,
  ...list
}: Passed & {
  sections: Sections;
  label: string;
  /** Takes the keyboard to a row. */
  onGo: (id: string, index: number) => void;
}) {
  const styles = useStyles();
  const board = useRef<HTMLDivElement>(null);
  const { all, show } = sections;
  const [inView, setInView] = useState({ first: 0, last: Math.ceil(ASSUMED / COLUMN) });
  useEffect(() => {
    const element = board.current;
    if (!element) return;
    const measure = () => {
      const width = element.clientWidth || ASSUMED;
      const first = Math.max(0, Math.floor(element.scrollLeft / COLUMN) - 1);
      const last = Math.ceil((element.scrollLeft + width) / COLUMN) + 1;
      setInView((now) => (now.first === first && now.last === last ? now : { first, last }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);
  useEffect(() => {
    show(all.slice(inView.first, inView.last + 1).map(({ key }) => key));
  }, [all, show, inView]);

  /** To the same height in the next column that has cards. */
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const row = (event.target as HTMLElement).closest<HTMLElement>("[data-row]");
    if (!step || !row || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    const from = all.findIndex(({ key }) => key === row.closest<HTMLElement>("[data-section]")?.dataset.section);
    const depth = Number(row.getAttribute("aria-rowindex")) - 1;
    for (let at = from + step; at >= 0 && at < all.length; at += step) {
      const rows = all[at]?.list?.data?.rows ?? [];
      const to = rows[Math.min(depth, rows.length - 1)];
      if (!to) continue;
      onGo(to.id, (all[at] as Section).start + Math.min(depth, rows.length - 1));
      return;
    }
  };
  const { focusId, focusRequest, focusNear = 0 } = list;
  const focusIndex = focusId === null ? -1 : nearestIndex(sections.rows, focusId, focusNear);
  const focused = focusIndex < 0 ? undefined : sections.at(focusIndex)?.key;
  // A row takes the keyboard without scrolling the board to its column.
  useEffect(() => {
    if (focusRequest === 0 || focused === undefined) return;
    const column = board.current?.querySelector(`[data-section="${CSS.escape(focused)}"]`);
    column?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [focusRequest, focused]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of lists, no form
    <div ref={board} className={styles.board} role="group" data-board aria-label={label} onKeyDown={onKeyDown}>
      {all.map((section, at) => (
        <section key={section.key} className={styles.column} data-section={section.key}>
          <h2 className={styles.head}>
            <span className={styles.name}>{section.label}</span>
            <span className={styles.count}>{section.count.toLocaleString()}</span>
          </h2>
          {section.count === 0 ? (
            <span className={styles.empty}>No cards</span>
          ) : (
            at >= inView.first &&
            at <= inView.last && (
              <Column {...list} section={section} focusAt={section.key === focused ? focusIndex : undefined} />
            )
          )}
        </section>
      ))}
    </div>
  );
}

/** @param props `focusAt`: where the focus is, when it is in this column: a card may stand in several */
function Column({ section, focusAt, ...list }: Passed & { section: Section; focusAt: number | undefined }) {
  const { label, count, start, list: loaded } = section;
  return (
    <VirtualList
      {...list}
      label={`${label}, ${count.toLocaleString()}`}
      rows={loaded?.data?.rows ?? NO_ROWS}
      total={count}
      focusId={focusAt === undefined ? null : list.focusId}
      focusRequest={focusAt === undefined ? 0 : list.focusRequest}
      focusNear={focusAt === undefined ? 0 : focusAt - start}
      onFocusRow={(id, index) => list.onFocusRow(id, start + index)}
      hasMore={loaded?.data ? loaded.data.nextCursor !== null : false}
      prefetch={AHEAD}
      loadTo={loaded?.loadTo}
      moreError={loaded?.moreError ?? loaded?.error}
    />
  );
}

const NO_ROWS: ItemSummary[] = [];
