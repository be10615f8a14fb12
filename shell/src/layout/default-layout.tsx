import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { useIsPhone, useUiSettings } from "@tessera/ui";
import { type ReactNode, useEffect, useState } from "react";
import { BottomBar } from "./bottom-bar.tsx";
import { keepFrame } from "./keep-theme.ts";
import { PhoneTop } from "./phone-top.tsx";
import { Rail } from "./rail.tsx";
import { TopBar } from "./top-bar.tsx";
import type { PageInfo } from "./use-page.ts";

const useStyles = makeStyles({
  frame: {
    display: "grid",
    gridTemplateRows: "48px minmax(0, 1fr)",
    gridTemplateColumns: "64px minmax(0, 1fr)",
    height: "calc(100dvh - var(--banner, 0px))",
    "@media print": { display: "block", height: "auto" },
  },
  wide: { gridTemplateColumns: "224px minmax(0, 1fr)" },
  phoneFrame: {
    display: "flex",
    flexDirection: "column",
    height: "calc(100dvh - var(--banner, 0px))",
    "@media print": { display: "block", height: "auto" },
  },
  sheet: {
    display: "flex",
    minWidth: 0,
    minHeight: 0,
    overflow: "hidden",
    backgroundColor: tokens.colorNeutralBackground1,
    outlineStyle: "none",
    "@media print": { display: "block", overflow: "visible" },
  },
  wideSheet: {
    margin: "0 8px 8px 0",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "10px",
    "@media print": { margin: 0, border: "none" },
  },
  phoneSheet: {
    flexGrow: 1,
    flexDirection: "column",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    "@media print": { borderTopStyle: "none" },
  },
  skip: {
    "@media print": { display: "none" },
    position: "absolute",
    left: "8px",
    top: "-48px",
    zIndex: 1,
    padding: "8px 12px",
    borderRadius: "6px",
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    ":focus": { top: "8px" },
  },
});

const key = "tessera.rail-wide";

/**
 * Bar, rail and sheet. Below 960 px one pane is shown, with a slim bar above and the areas under the thumb; a page with
 * a way back has the foot to itself. The page keeps its place among its siblings, so that a window that is resized, a
 * device that is turned and a sheet that is printed lose nothing that the page holds.
 */
export function DefaultLayout({ page, children }: { page: PageInfo; children: ReactNode }) {
  const styles = useStyles();
  const phone = useIsPhone();
  const [wide, setWide] = useState(() => localStorage.getItem(key) === "yes");
  const compact = useUiSettings().density === "compact";
  useEffect(() => keepFrame({ compact, wide }), [compact, wide]);
  const widen = () => {
    localStorage.setItem(key, wide ? "no" : "yes");
    setWide(!wide);
  };
  return (
    <div className={phone ? styles.phoneFrame : mergeClasses(styles.frame, wide && styles.wide)}>
      {phone ? (
        <PhoneTop page={page} />
      ) : (
        <>
          <a href="#page" className={styles.skip}>
            Skip to the page
          </a>
          <TopBar page={page} wide={wide} />
          <Rail current={page.entry} wide={wide} onWiden={widen} />
        </>
      )}
      <main
        id="page"
        tabIndex={-1}
        className={mergeClasses(styles.sheet, phone ? styles.phoneSheet : styles.wideSheet)}
      >
        {children}
      </main>
      {phone && !page.phoneBack && <BottomBar current={page.entry} />}
    </div>
  );
}
