import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { fade, useFade } from "./fade.ts";
import { touch } from "./touch.ts";

const phone = "@media (max-width: 959.98px)";

const useStyles = makeStyles({
  root: {
    position: "relative",
    flexShrink: 0,
    display: "flex",
    gap: "4px",
    padding: "0 12px 8px",
    overflowX: "auto",
    scrollbarWidth: "none",
    [phone]: { padding: "4px 12px" },
    ...fade,
  },
  tab: {
    flexShrink: 0,
    display: "inline-flex",
    alignItems: "center",
    gap: "6px",
    height: "28px",
    padding: "0 10px",
    border: "none",
    borderRadius: "6px",
    fontFamily: "inherit",
    fontSize: "12px",
    lineHeight: "16px",
    whiteSpace: "nowrap",
    cursor: "pointer",
    color: tokens.colorNeutralForeground2,
    backgroundColor: "transparent",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
    [phone]: { height: "32px", fontSize: "14px", lineHeight: "20px" },
    [touch]: { minHeight: "44px", minWidth: "44px" },
  },
  large: { height: "32px", padding: "0 10px", fontSize: "14px", lineHeight: "20px" },
  selected: {
    color: tokens.colorBrandForeground1,
    backgroundColor: "var(--sel)",
    fontWeight: 600,
    ":hover": { backgroundColor: "var(--sel)" },
  },
  count: { fontWeight: 400, color: tokens.colorNeutralForeground3, fontVariantNumeric: "tabular-nums" },
  countSelected: { color: "inherit" },
});

export interface View {
  id: string;
  label: string;
  /** Words where a number says too little: "1,000+". */
  count?: number | string;
  /** Before the label, which says the same in words. */
  icon?: ReactNode;
}

/** Views of one list as tabs; arrow keys move. `size="large"` for the tabs of a page. */
export function ViewTabs(props: {
  label?: string;
  views: readonly View[];
  selected: string;
  onSelect: (id: string) => void;
  size?: "small" | "large";
}) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const words = props.views.map(({ label, count = "" }) => `${label} ${count}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another one is selected, or tabs come and go
  useLayoutEffect(() => {
    const tab = root.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (root.current && tab) reveal(root.current, tab);
  }, [props.selected, props.views.length]);
  useFade(root, words);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const at = props.views.findIndex((view) => view.id === props.selected);
    const to = (at + step + props.views.length) % props.views.length;
    const next = props.views[to];
    if (!next) return;
    props.onSelect(next.id);
    (root.current?.children[to] as HTMLElement | undefined)?.focus();
  };
  return (
    <div ref={root} role="tablist" aria-label={props.label ?? "Views"} className={styles.root} onKeyDown={onKeyDown}>
      {props.views.map((view) => {
        const selected = view.id === props.selected;
        return (
          <button
            key={view.id}
            type="button"
            role="tab"
            aria-selected={selected}
            tabIndex={selected ? 0 : -1}
            className={mergeClasses(styles.tab, props.size === "large" && styles.large, selected && styles.selected)}
            onClick={() => props.onSelect(view.id)}
          >
            {view.icon}
            {view.label}
            {view.count !== undefined && (
              <span className={mergeClasses(styles.count, selected && styles.countSelected)}>
                {view.count.toLocaleString()}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

/** Not scrollIntoView, which scrolls the page as well. */
function reveal(element: HTMLElement, tab: HTMLElement): void {
  const [start, end] = [tab.offsetLeft - 32, tab.offsetLeft + tab.offsetWidth + 32];
  if (start < element.scrollLeft) element.scrollLeft = start;
  else if (end > element.scrollLeft + element.clientWidth) element.scrollLeft = end - element.clientWidth;
}
