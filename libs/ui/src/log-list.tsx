import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import type { ReactNode } from "react";
import { useMoment } from "./use-moment.ts";

const narrow = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  list: {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr) minmax(0, 2fr) auto",
    columnGap: "16px",
    listStyleType: "none",
    margin: 0,
    padding: 0,
    [narrow]: { gridTemplateColumns: "minmax(0, 1fr) auto" },
  },
  timeless: {
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr) auto",
    [narrow]: { gridTemplateColumns: "minmax(0, 1fr) auto" },
  },
  row: {
    display: "grid",
    gridColumn: "1 / -1",
    // The columns of the list: rows align, however long the word at their end is.
    gridTemplateColumns: "subgrid",
    rowGap: "2px",
    alignItems: "center",
    minHeight: "36px",
    padding: "5px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ":first-child": { borderTopStyle: "none" },
    [narrow]: { padding: "8px 0", "& button": { minHeight: "44px" } },
  },
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

/** What happened, or what was arranged, one line each; `LogRow`s. `timeless`: its rows have no time. */
export function LogList({ label, timeless, children }: { label: string; timeless?: boolean; children: ReactNode }) {
  const styles = useStyles();
  return (
    <ol aria-label={label} className={mergeClasses(styles.list, timeless && styles.timeless)}>
      {children}
    </ol>
  );
}

/** When, to what or whom, in what words, and at the end its state or what can be done about it. `at` in ISO 8601. */
export function LogRow(props: { at?: string; subject: ReactNode; text: ReactNode; children: ReactNode }) {
  const styles = useStyles();
  const moment = useMoment();
  return (
    <li className={styles.row}>
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
