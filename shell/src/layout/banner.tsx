import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import type { ReactElement, ReactNode } from "react";

/** Height in px; layouts that fill the window leave it free through `--banner`. */
export const BANNER_HEIGHT = 40;

const useStyles = makeStyles({
  root: {
    display: "flex",
    alignItems: "center",
    gap: "8px",
    boxSizing: "border-box",
    height: `${BANNER_HEIGHT}px`,
    padding: "0 8px 0 16px",
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground4,
    "@media print": { display: "none" },
  },
  warning: { color: "var(--warn)", backgroundColor: "var(--warn-bg)" },
});

/** One line above every page: an icon, a text, and a button at its end. */
export function Banner(props: { label: string; icon?: ReactElement | false; warning?: boolean; children: ReactNode }) {
  const styles = useStyles();
  return (
    <section className={mergeClasses(styles.root, props.warning && styles.warning)} aria-label={props.label}>
      {props.icon}
      {props.children}
    </section>
  );
}

export const useBannerText = makeStyles({
  text: { flexGrow: 1, minWidth: 0, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
});
