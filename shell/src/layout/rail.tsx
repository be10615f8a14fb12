import { PanelLeftContract20Regular } from "@fluentui/react-icons/svg/panel-left-contract";
import { PanelLeftExpand20Regular } from "@fluentui/react-icons/svg/panel-left-expand";
import { makeStyles, mergeClasses, Tooltip, tokens } from "@tessera/fluent";
import { Link, useLocation } from "@tessera/router";
import { Fragment, useSyncExternalStore } from "react";
import { useServices } from "../services.ts";
import { NavIcon } from "./nav-icon.tsx";
import { type OwnedEntry, useNavigationEntries } from "./use-page.ts";

const useStyles = makeStyles({
  rail: {
    display: "flex",
    flexDirection: "column",
    gap: "4px",
    minHeight: 0,
    padding: "4px 12px 12px",
    overflowY: "auto",
    scrollbarWidth: "none",
    "@media print": { display: "none" },
  },
  item: {
    position: "relative",
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    flexShrink: 0,
    gap: "12px",
    height: "40px",
    border: "none",
    borderRadius: "8px",
    font: "inherit",
    color: tokens.colorNeutralForeground2,
    backgroundColor: "transparent",
    textDecorationLine: "none",
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorNeutralBackground6 },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
  },
  wide: { justifyContent: "flex-start", height: "36px", padding: "0 10px" },
  current: {
    color: tokens.colorBrandForeground1,
    backgroundColor: "var(--sel)",
    fontWeight: 600,
    ":hover": { backgroundColor: "var(--sel)" },
  },
  list: {
    display: "flex",
    alignItems: "center",
    flexShrink: 0,
    height: "32px",
    padding: "0 10px 0 42px",
    borderRadius: "8px",
    color: tokens.colorNeutralForeground2,
    textDecorationLine: "none",
    ":hover": { backgroundColor: tokens.colorNeutralBackground6 },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
  },
  foot: { marginTop: "auto", display: "flex", flexDirection: "column", gap: "4px" },
  count: {
    position: "absolute",
    top: "3px",
    right: "1px",
    minWidth: "16px",
    height: "16px",
    padding: "0 4px",
    borderRadius: "8px",
    fontSize: "12px",
    lineHeight: "16px",
    fontWeight: 600,
    textAlign: "center",
    fontVariantNumeric: "tabular-nums",
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  countWide: {
    position: "static",
    marginLeft: "auto",
    fontWeight: 400,
    color: tokens.colorNeutralForeground3,
    backgroundColor: "transparent",
  },
});

/** The areas at the left from 960 px up: icons alone, or widened with their names. */
export function Rail({ current, wide, onWiden }: { current: string | null; wide: boolean; onWiden: () => void }) {
  const styles = useStyles();
  const entries = useNavigationEntries();
  const item = (entry: OwnedEntry) => (
    <Fragment key={entry.id}>
      <RailItem entry={entry} current={entry.id === current} wide={wide} />
      {wide && entry.lists && <RailLists area={entry.title} lists={entry.lists} />}
    </Fragment>
  );
  return (
    <nav className={styles.rail} aria-label="Areas">
      {entries.filter((entry) => entry.place === "main").map(item)}
      <div className={styles.foot}>
        {entries.filter((entry) => entry.place === "foot").map(item)}
        {wide ? (
          <button type="button" className={mergeClasses(styles.item, styles.wide)} aria-pressed onClick={onWiden}>
            <PanelLeftContract20Regular />
            <span>Narrow</span>
          </button>
        ) : (
          <Tooltip content="Widen the navigation" relationship="label" positioning="after">
            <button type="button" className={styles.item} aria-pressed={false} onClick={onWiden}>
              <PanelLeftExpand20Regular />
            </button>
          </Tooltip>
        )}
      </div>
    </nav>
  );
}

/** The lists of an area, below it; the one that is shown is marked as it is. */
function RailLists({ area, lists }: { area: string; lists: readonly { title: string; path: string }[] }) {
  const styles = useStyles();
  const { pathname, search } = useLocation();
  // A card that is open beside its list is within it.
  const inside = lists.filter(({ path }) => {
    const [list = "", query] = path.split("?");
    const isThere = pathname === list || pathname.startsWith(`${list}/`);
    return isThere && (query === undefined || new URLSearchParams(search).toString().includes(query));
  });
  const current = inside.sort((a, b) => b.path.length - a.path.length)[0];
  return (
    <>
      {lists.map((list) => (
        <Link
          key={list.path}
          to={list.path}
          aria-label={`${area}: ${list.title}`}
          aria-current={list === current ? "page" : undefined}
          className={mergeClasses(styles.list, list === current && styles.current)}
        >
          {list.title}
        </Link>
      ))}
    </>
  );
}

function RailItem({ entry, current, wide }: { entry: OwnedEntry; current: boolean; wide: boolean }) {
  const styles = useStyles();
  const { badges } = useServices();
  const count = useSyncExternalStore(badges.store.subscribe, badges.store.get).get(entry.id);
  const link = (
    <Link
      to={entry.path}
      aria-current={current ? "page" : undefined}
      aria-label={count ? `${entry.title}, ${count}` : entry.title}
      className={mergeClasses(styles.item, wide && styles.wide, current && styles.current)}
    >
      <NavIcon icon={current ? entry.icon.filled : entry.icon.regular} />
      {wide && <span>{entry.title}</span>}
      {count ? (
        <span className={mergeClasses(styles.count, wide && styles.countWide)}>{count > 99 ? "99+" : count}</span>
      ) : null}
    </Link>
  );
  if (wide) return link;
  return (
    <Tooltip content={entry.title} relationship="description" positioning="after">
      {link}
    </Tooltip>
  );
}
