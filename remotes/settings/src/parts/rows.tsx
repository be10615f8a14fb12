import { makeStyles, tokens } from "@tessera/fluent";
import { useRemovedRow } from "@tessera/ui";
import type { ReactElement, ReactNode } from "react";

const phone = "@media (max-width: 599.98px)";

const useStyles = makeStyles({
  rows: { listStyleType: "none", margin: 0, padding: 0 },
  row: {
    display: "grid",
    gridTemplateColumns: "20px minmax(0, 1fr) auto",
    alignItems: "center",
    columnGap: "12px",
    minHeight: "56px",
    padding: "8px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    "& > svg": { color: tokens.colorNeutralForeground3 },
    [phone]: { "& button": { minHeight: "44px" } },
  },
  title: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 8px", overflowWrap: "anywhere" },
  line: {
    marginTop: "2px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    overflowWrap: "anywhere",
  },
});

/** Things of the account, one below the other, each with what can be done to it; `removes` marks what removes one. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul ref={useRemovedRow<HTMLUListElement>()} aria-label={label} className={useStyles().rows}>
      {children}
    </ul>
  );
}

export function Row(props: { icon: ReactElement; title: ReactNode; line?: ReactNode; children?: ReactNode }) {
  const styles = useStyles();
  return (
    <li className={styles.row}>
      {props.icon}
      <div>
        <div className={styles.title}>{props.title}</div>
        {props.line && <div className={styles.line}>{props.line}</div>}
      </div>
      <div>{props.children}</div>
    </li>
  );
}
