import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { useIsPhone, useUiSettings } from "@tessera/ui";
import { type ReactNode, useEffect, useState } from "react";
import { keepFrame } from "./keep-theme.ts";
import { PhoneFrame } from "./phone-frame.tsx";
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
  sheet: {
    display: "flex",
    minWidth: 0,
    minHeight: 0,
    margin: "0 8px 8px 0",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "10px",
    overflow: "hidden",
    backgroundColor: tokens.colorNeutralBackground1,
    outlineStyle: "none",
    "@media print": { display: "block", margin: 0, border: "none", overflow: "visible" },
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

/** Bar, rail and sheet; on a phone, one pane with the areas below it. */
export function DefaultLayout({ page, children }: { page: PageInfo; children: ReactNode }) {
  const styles = useStyles();
  const phone = useIsPhone();
  const [wide, setWide] = useState(() => localStorage.getItem(key) === "yes");
  const compact = useUiSettings().density === "compact";
  useEffect(() => keepFrame({ compact, wide }), [compact, wide]);
  if (phone) return <PhoneFrame page={page}>{children}</PhoneFrame>;
  const widen = () => {
    localStorage.setItem(key, wide ? "no" : "yes");
    setWide(!wide);
  };
  return (
    <div className={mergeClasses(styles.frame, wide && styles.wide)}>
      <a href="#page" className={styles.skip}>
        Skip to the page
      </a>
      <TopBar page={page} wide={wide} />
      <Rail current={page.entry} wide={wide} onWiden={widen} />
      <main id="page" tabIndex={-1} className={styles.sheet}>
        {children}
      </main>
    </div>
  );
}
