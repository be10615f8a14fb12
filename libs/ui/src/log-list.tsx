import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import type { ReactNode } from "react";
import { useMoment } from "./use-moment.ts";

const narrow = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0 },
  row: {
    display: "grid",
    gridTemplateColumns: "112px minmax(0, 2fr) minmax(0, 3fr) auto",
    gap: "2px 12px",
    alignItems: "center",
    minHeight: "36px",
    padding: "5px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ":first-child": { borderTopStyle: "none" },
    [narrow]: { gridTemplateColumns: "minmax(0, 1fr) auto", padding: "8px 0", "& button": { minHeight: "44px" } },
  },
  timeless: { gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr) auto" },
  time: {
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: "tabular-nums",
    whiteSpace: "nowrap",
    [narrow]: { gridColumn: 1, gridRow: 3, fontSize: "12px", lineHeight: "16px" },
  },
  subject: { overflowWrap: "anywhere", [narrow]: { gridColumn: 1, gridRow: 1 } },
  text: { color: tokens.colorNeutralForeground2, overflowWrap: "anywhere", [narrow]: { gridColumn: 1, gridRow: 2 } },
  end: { display: "flex", justifyContent: "flex-end", [narrow]: { gridColumn: 2, gridRow: "1 / 3" } },
});

/** What happened, or what was arranged, one line each; `LogRow`s. */
export function LogList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol aria-label={label} className={useStyles().list}>
      {children}
    </ol>
  );
}

/** When, to what or whom, in what words, and at the end its state or what can be done about it. `at` in ISO 8601. */
export function LogRow(props: { at?: string; subject: ReactNode; text: ReactNode; children: ReactNode }) {
  const styles = useStyles();
  const moment = useMoment();
  return (
    <li className={mergeClasses(styles.row, props.at === undefined && styles.timeless)}>
      {props.at !== undefined && (
        <time className={styles.time} dateTime={props.at}>
          {moment(props.at)}
        </time>
      )}
      <span className={styles.subject}>{props.subject}</span>
      <span className={styles.text}>{props.text}</span>
      <span className={styles.end}>{props.children}</span>
    </li>
  );
}
