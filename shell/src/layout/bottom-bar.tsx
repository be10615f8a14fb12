import { Add24Regular } from "@fluentui/react-icons/svg/add";
import { Navigation20Regular } from "@fluentui/react-icons/svg/navigation";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { LazyMenu } from "@tessera/ui";
import { useSyncExternalStore } from "react";
import { useServices } from "../services.ts";
import { loadMenus } from "./load-menus.ts";
import { NavIcon } from "./nav-icon.tsx";
import { useCapture } from "./use-capture.ts";
import { type OwnedEntry, useNavigationEntries } from "./use-page.ts";

const useStyles = makeStyles({
  bar: {
    display: "grid",
    gridAutoFlow: "column",
    gridAutoColumns: "1fr",
    flexShrink: 0,
    height: "64px",
    paddingBottom: "max(8px, env(safe-area-inset-bottom, 0px))",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    "@media print": { display: "none" },
  },
  area: {
    position: "relative",
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    justifyContent: "center",
    gap: "2px",
    border: "none",
    fontFamily: "inherit",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground2,
    backgroundColor: "transparent",
    textDecorationLine: "none",
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
  },
  current: { color: tokens.colorBrandForeground1, fontWeight: 600 },
  count: {
    position: "absolute",
    top: "5px",
    left: "calc(50% + 6px)",
    minWidth: "16px",
    height: "16px",
    padding: "0 4px",
    borderRadius: "8px",
    fontWeight: 600,
    textAlign: "center",
    color: tokens.colorNeutralBackground1,
    backgroundColor: tokens.colorNeutralForeground1,
  },
  capture: { border: "none", backgroundColor: "transparent", padding: 0 },
  plus: {
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    width: "48px",
    height: "44px",
    borderRadius: "14px",
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorBrandBackground,
  },
});

/** Areas the bar has room for. */
const MAX_AREAS = 5;

/** Under the thumb: the areas of a phone, and in their middle what captures. */
export function BottomBar({ current }: { current: string | null }) {
  const styles = useStyles();
  const services = useServices();
  const { store } = services.badges;
  const counts = useSyncExternalStore(store.subscribe, store.get);
  const entries = useNavigationEntries();
  const wanted = entries.filter((entry) => entry.phone);
  const rest = entries.filter((entry) => !wanted.slice(0, MAX_AREAS - 1).includes(entry));
  const all = wanted.length === entries.length && entries.length <= MAX_AREAS;
  const capture = useCapture();
  const shown = all ? entries : wanted.slice(0, MAX_AREAS - 1);
  const area = (entry: OwnedEntry) => {
    const on = entry.id === current;
    const count = counts.get(entry.id);
    return (
      <Link
        key={entry.id}
        to={entry.path}
        aria-current={on ? "page" : undefined}
        className={mergeClasses(styles.area, on && styles.current)}
      >
        <NavIcon icon={on ? entry.icon.filled : entry.icon.regular} />
        {entry.title}
        {count ? <span className={styles.count}>{count > 99 ? "99+" : count}</span> : null}
      </Link>
    );
  };
  // Of all that stands in the bar, "More" included.
  const middle = Math.ceil((shown.length + Number(!all)) / 2);
  return (
    <nav className={styles.bar} aria-label="Areas">
      {shown.slice(0, middle).map(area)}
      {capture && (
        <button
          type="button"
          className={mergeClasses(styles.area, styles.capture)}
          aria-label="Capture"
          onClick={capture}
        >
          <span className={styles.plus}>
            <Add24Regular />
          </span>
        </button>
      )}
      {shown.slice(middle).map(area)}
      {!all && (
        <LazyMenu
          trigger={
            <button
              type="button"
              className={mergeClasses(styles.area, rest.some((entry) => entry.id === current) && styles.current)}
            >
              <Navigation20Regular />
              More
            </button>
          }
          load={async () => (await loadMenus(services))?.AreaLines}
          lines={{ areas: rest, current }}
        />
      )}
    </nav>
  );
}
