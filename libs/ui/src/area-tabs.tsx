import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { NavLink, useLocation } from "@tessera/router";
// By the name of the package: this file is bundled with a remote, the settings are the shell's.
import { touch } from "@tessera/ui";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { fade, useFade } from "./fade.ts";

/** Room beside the tab of the shown page, in pixels: enough to see that there are more. */
const BESIDE = 32;

const phone = "@media (max-width: 959.98px)";

const useStyles = makeStyles({
  head: {
    flexShrink: 0,
    display: "flex",
    alignItems: "center",
    gap: "8px",
    minHeight: "48px",
    padding: "0 12px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    [phone]: { flexWrap: "wrap", padding: "8px 12px" },
    "@media print": { display: "none" },
  },
  tabs: { display: "flex", gap: "4px", overflowX: "auto", scrollbarWidth: "none", ...fade },
  tab: {
    flexShrink: 0,
    display: "inline-flex",
    alignItems: "center",
    height: "32px",
    padding: "0 10px",
    borderRadius: "6px",
    whiteSpace: "nowrap",
    textDecorationLine: "none",
    color: tokens.colorNeutralForeground2,
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
    [touch]: { height: "44px" },
  },
  selected: { color: tokens.colorBrandForeground1, backgroundColor: "var(--sel)", fontWeight: 600 },
  // Tabs scroll where there is no room for all of them; words of buttons are not broken.
  actions: {
    flexShrink: 0,
    marginLeft: "auto",
    display: "flex",
    alignItems: "center",
    gap: "8px",
    maxWidth: "100%",
    "& button": { whiteSpace: "nowrap" },
  },
});

/** The head of an area of several pages: the way to each, and what can be done on this one. */
export function AreaTabs(props: {
  label: string;
  pages: readonly { path: string; label: string }[];
  actions?: ReactNode;
}) {
  const styles = useStyles();
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another tab
  useLayoutEffect(() => {
    const tab = nav.current?.querySelector('[aria-current="page"]');
    if (nav.current && tab) reveal(nav.current, tab);
  }, [pathname]);
  useFade(nav, pathname);
  return (
    <div className={styles.head}>
      <nav ref={nav} className={styles.tabs} aria-label={props.label}>
        {props.pages.map(({ path, label }) => (
          <NavLink
            key={path}
            to={path}
            className={({ isActive }: { isActive: boolean }) => mergeClasses(styles.tab, isActive && styles.selected)}
          >
            {label}
          </NavLink>
        ))}
      </nav>
      {props.actions && <div className={styles.actions}>{props.actions}</div>}
    </div>
  );
}

/** Not scrollIntoView, which scrolls the page as well. */
function reveal(row: HTMLElement, tab: Element): void {
  const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  const before = inner.left - BESIDE - outer.left;
  const after = inner.right + BESIDE - outer.right;
  if (before < 0) row.scrollLeft += before;
  else if (after > 0) row.scrollLeft += after;
}
