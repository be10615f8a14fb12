import { Add20Regular } from "@fluentui/react-icons/svg/add";
import { ChevronLeft20Regular } from "@fluentui/react-icons/svg/chevron-left";
import { Navigation20Regular } from "@fluentui/react-icons/svg/navigation";
import { Search20Regular } from "@fluentui/react-icons/svg/search";
import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Link, useNavigate } from "@tessera/router";
import { IconButton } from "@tessera/ui";
import { type ReactNode, useSyncExternalStore } from "react";
import { useServices } from "../services.ts";
import { MeMenu } from "./me-menu.tsx";
import { NavIcon } from "./nav-icon.tsx";
import { useCapture } from "./use-capture.ts";
import { type PageInfo, useNavigationEntries } from "./use-page.ts";

const useStyles = makeStyles({
  frame: { display: "flex", flexDirection: "column", height: "calc(100dvh - var(--banner, 0px))" },
  top: { display: "flex", alignItems: "center", flexShrink: 0, gap: "4px", height: "52px", padding: "0 8px 0 16px" },
  topBack: { paddingLeft: "8px" },
  title: {
    flexGrow: 1,
    minWidth: 0,
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    fontSize: "20px",
    lineHeight: "28px",
    fontWeight: 600,
    letterSpacing: "-.01em",
  },
  titleBack: { fontSize: "16px", lineHeight: "24px" },
  body: {
    flexGrow: 1,
    minHeight: 0,
    display: "flex",
    flexDirection: "column",
    overflow: "hidden",
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    outlineStyle: "none",
  },
  bar: {
    display: "grid",
    gridAutoFlow: "column",
    gridAutoColumns: "1fr",
    flexShrink: 0,
    height: "64px",
    paddingBottom: "8px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
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
});

/** Areas the bar has room for. */
const MOST = 5;

/**
 * Below 960 px: one pane, a slim bar above, the areas under the thumb. A page with a way back has the foot to itself.
 */
export function PhoneFrame({ page, children }: { page: PageInfo; children: ReactNode }) {
  const styles = useStyles();
  const { overlay } = useServices();
  const go = useNavigate();
  const capture = useCapture();
  const back = page.phoneBack;
  return (
    <div className={styles.frame}>
      <header className={mergeClasses(styles.top, back && styles.topBack)}>
        {back && <IconButton size="large" icon={<ChevronLeft20Regular />} label="Back" onClick={() => go(back)} />}
        <div className={mergeClasses(styles.title, back && styles.titleBack)}>{page.title}</div>
        {page.phoneActions}
        {!back && (
          <IconButton size="large" icon={<Search20Regular />} label="Search" onClick={() => overlay.set("palette")} />
        )}
        {!back && capture && <IconButton size="large" icon={<Add20Regular />} label="Capture" onClick={capture} />}
        {!back && <MeMenu />}
      </header>
      <main id="page" tabIndex={-1} className={styles.body}>
        {children}
      </main>
      {!back && <BottomBar current={page.entry} />}
    </div>
  );
}

function BottomBar({ current }: { current: string | null }) {
  const styles = useStyles();
  const go = useNavigate();
  const { badges } = useServices();
  const counts = useSyncExternalStore(badges.store.subscribe, badges.store.get);
  const entries = useNavigationEntries();
  const wanted = entries.filter((entry) => entry.phone);
  const rest = entries.filter((entry) => !wanted.slice(0, MOST - 1).includes(entry));
  const all = wanted.length === entries.length && entries.length <= MOST;
  const shown = all ? entries : wanted.slice(0, MOST - 1);
  return (
    <nav className={styles.bar} aria-label="Areas">
      {shown.map((entry) => {
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
      })}
      {!all && (
        <Menu positioning="above-end">
          <MenuTrigger disableButtonEnhancement>
            <button
              type="button"
              className={mergeClasses(styles.area, rest.some((entry) => entry.id === current) && styles.current)}
            >
              <Navigation20Regular />
              More
            </button>
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              {rest.map((entry) => (
                <MenuItem
                  key={entry.id}
                  icon={<NavIcon icon={entry.id === current ? entry.icon.filled : entry.icon.regular} />}
                  secondaryContent={counts.get(entry.id)?.toLocaleString()}
                  onClick={() => go(entry.path)}
                >
                  {entry.title}
                </MenuItem>
              ))}
            </MenuList>
          </MenuPopover>
        </Menu>
      )}
    </nav>
  );
}
