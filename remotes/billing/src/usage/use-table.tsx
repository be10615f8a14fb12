import { ChevronDown16Regular } from "@fluentui/react-icons/svg/chevron-down";
import { ChevronRight16Regular } from "@fluentui/react-icons/svg/chevron-right";
import type { MeterUsage, UseQuery } from "@tessera/contracts-billing/usage.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { touch } from "@tessera/ui";
import { Fragment, useState } from "react";
import { Uses } from "./uses.tsx";

const useStyles = makeStyles({
  table: { width: "100%", borderCollapse: "collapse", fontVariantNumeric: "tabular-nums" },
  head: {
    padding: "6px 0",
    textAlign: "left",
    fontWeight: 400,
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  cell: { padding: "2px 0", fontWeight: 400, borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
  row: { textAlign: "left" },
  number: { textAlign: "right", whiteSpace: "nowrap", paddingLeft: "16px" },
  open: {
    display: "inline-flex",
    alignItems: "center",
    gap: "6px",
    minHeight: "28px",
    padding: "0 8px 0 0",
    border: "none",
    borderRadius: "4px",
    font: "inherit",
    color: "inherit",
    textAlign: "left",
    backgroundColor: "transparent",
    cursor: "pointer",
    ":hover": { textDecorationLine: "underline" },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
    [touch]: { minHeight: "44px" },
  },
  inner: { padding: "0 0 12px 22px" },
});

export interface Line {
  name: string;
  label: string;
  quantity: number;
  uses: number;
}

/** Figures as a table; a line opens the single uses behind it, with their cards. */
export function UseTable(props: {
  label: string;
  /** What a line is: "Day". */
  head: string;
  by: "day" | "model" | "agent";
  lines: Line[];
  usage: MeterUsage;
  month: string;
  text: (amount: number) => string;
}) {
  const styles = useStyles();
  const { lines, usage, month, by, text } = props;
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <table className={styles.table} aria-label={props.label}>
      <thead>
        <tr>
          <th scope="col" className={styles.head}>
            {props.head}
          </th>
          <th scope="col" className={mergeClasses(styles.head, styles.number)}>
            {usage.counts === "held" ? "Changes" : "Uses"}
          </th>
          <th scope="col" className={mergeClasses(styles.head, styles.number)}>
            {usage.title}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, label, quantity, uses }) => {
          const isOpen = opened === name;
          return (
            <Fragment key={name}>
              <tr>
                <th scope="row" className={mergeClasses(styles.cell, styles.row)}>
                  <button
                    type="button"
                    className={styles.open}
                    aria-expanded={isOpen}
                    onClick={() => setOpened(isOpen ? null : name)}
                  >
                    {isOpen ? <ChevronDown16Regular aria-hidden /> : <ChevronRight16Regular aria-hidden />}
                    {label}
                  </button>
                </th>
                <td className={mergeClasses(styles.cell, styles.number)}>{uses.toLocaleString()}</td>
                <td className={mergeClasses(styles.cell, styles.number)}>{text(quantity)}</td>
              </tr>
              {isOpen && (
                <tr>
                  <td colSpan={3} className={styles.inner}>
                    <Uses query={{ month, meter: usage.meter, [by]: name } as UseQuery} usage={usage} text={text} />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
