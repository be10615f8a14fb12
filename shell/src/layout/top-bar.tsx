import { Add20Regular } from "@fluentui/react-icons/svg/add";
import { Search16Regular } from "@fluentui/react-icons/svg/search";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { useKeys } from "@tessera/shell-api";
import { Keycap, Mark } from "@tessera/ui";
import { Fragment } from "react";
import { useServices } from "../services.ts";
import { MeMenu } from "./me-menu.tsx";
import { useCapture } from "./use-capture.ts";
import type { PageInfo } from "./use-page.ts";

const useStyles = makeStyles({
  bar: {
    gridColumn: "1 / -1",
    display: "grid",
    gridTemplateColumns: "subgrid",
    alignItems: "center",
    "@media print": { display: "none" },
  },
  brand: {
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    gap: "8px",
    height: "100%",
    color: "inherit",
    textDecorationLine: "none",
    borderRadius: "6px",
  },
  brandWide: { justifyContent: "flex-start", paddingLeft: "22px", fontWeight: 600 },
  inner: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 440px) minmax(0, 1fr)",
    alignItems: "center",
    gap: "16px",
    paddingRight: "12px",
  },
  place: { display: "flex", alignItems: "center", gap: "6px", overflow: "hidden", whiteSpace: "nowrap" },
  crumb: {
    color: tokens.colorNeutralForeground2,
    textDecorationLine: "none",
    ":hover": { textDecorationLine: "underline" },
  },
  here: { fontWeight: 600, overflow: "hidden", textOverflow: "ellipsis" },
  slash: { color: tokens.colorNeutralForeground3 },
  search: {
    display: "flex",
    alignItems: "center",
    gap: "8px",
    width: "100%",
    height: "32px",
    padding: "0 6px 0 10px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: "6px",
    font: "inherit",
    textAlign: "left",
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground1,
    cursor: "text",
    ":hover": { border: `1px solid ${tokens.colorNeutralStroke1Hover}` },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
  },
  searchText: { flexGrow: 1, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  keys: { display: "flex", gap: "4px" },
  right: { display: "flex", alignItems: "center", justifyContent: "flex-end", gap: "8px" },
  capture: { height: "32px", fontWeight: 400 },
});

/** Above everything from 960 px up: where I am, search, capture, my menu. */
export function TopBar({ page, wide }: { page: PageInfo; wide: boolean }) {
  const styles = useStyles();
  const { overlay } = useServices();
  const capture = useCapture();
  const keyOf = useKeys();
  return (
    <header className={styles.bar}>
      <Link to="/" className={mergeClasses(styles.brand, wide && styles.brandWide)} aria-label="Tessera, front page">
        <Mark size={20} />
        {wide && <span>Tessera</span>}
      </Link>
      <div className={styles.inner}>
        <nav aria-label="Place" className={styles.place}>
          {page.crumbs.map((crumb, index) => {
            const last = index === page.crumbs.length - 1;
            return (
              <Fragment key={`${crumb.label}${crumb.path ?? ""}`}>
                {index > 0 && <span className={styles.slash}>/</span>}
                {crumb.path && !last ? (
                  <Link className={styles.crumb} to={crumb.path}>
                    {crumb.label}
                  </Link>
                ) : (
                  <span className={last ? styles.here : styles.crumb} aria-current={last ? "page" : undefined}>
                    {crumb.label}
                  </span>
                )}
              </Fragment>
            );
          })}
        </nav>
        <button type="button" className={styles.search} onClick={() => overlay.set("palette")}>
          <Search16Regular />
          <span className={styles.searchText}>Search, or jump to a page</span>
          <Keycap>{keyOf("palette")}</Keycap>
        </button>
        <div className={styles.right}>
          {capture && (
            <Button className={styles.capture} icon={<Add20Regular />} onClick={capture}>
              Capture
            </Button>
          )}
          <MeMenu />
        </div>
      </div>
    </header>
  );
}
