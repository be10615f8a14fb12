import { Button, type ButtonProps, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Keycap, useIsPhone } from "@tessera/ui";
import type { ReactNode } from "react";

const phone = "@media (max-width: 959.98px)";

const useStyles = makeStyles({
  head: {
    flexShrink: 0,
    display: "flex",
    alignItems: "center",
    gap: "8px",
    height: "48px",
    padding: "0 12px 0 16px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    [phone]: { borderBottomStyle: "none", height: "auto", padding: "20px 16px 0" },
  },
  icon: { display: "flex", color: tokens.colorNeutralForeground3 },
  kind: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  aside: { marginLeft: "auto", display: "flex", alignItems: "center", gap: "8px" },
  body: {
    display: "flex",
    flexDirection: "column",
    gap: "20px",
    padding: "24px",
    [phone]: { gap: "16px", padding: "4px 16px 16px" },
  },
  title: { fontSize: "20px", lineHeight: "28px", fontWeight: 600, letterSpacing: "-.01em", overflowWrap: "anywhere" },
  subtitle: {
    marginBottom: "4px",
    fontSize: "12px",
    lineHeight: "24px",
    fontWeight: 600,
    color: tokens.colorNeutralForeground2,
  },
  text: { maxWidth: "600px", color: tokens.colorNeutralForeground2, overflowWrap: "anywhere" },
  card: { border: `1px solid ${tokens.colorNeutralStroke2}`, borderRadius: "8px", overflow: "hidden" },
  bar: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px",
    minHeight: "56px",
    padding: "11px 24px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    [phone]: { flexWrap: "nowrap", flexDirection: "row-reverse", padding: "12px 16px" },
  },
  // Takes only the room that is left, and shows nothing where that is too little.
  note: {
    flexGrow: 1,
    flexBasis: 0,
    minWidth: 0,
    height: "16px",
    overflow: "hidden",
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "flex-end",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    "::before": { content: '""', width: "1px", height: "16px" },
    [phone]: { display: "none" },
  },
  noteText: { flexShrink: 0, whiteSpace: "nowrap" },
  label: { display: "inline-flex", alignItems: "center", gap: "8px", whiteSpace: "nowrap" },
  tall: { height: "44px", minWidth: 0, flexGrow: 1, flexShrink: 1, padding: "0 8px" },
  wide: { flexGrow: 1.5 },
  facts: { display: "grid", gridTemplateColumns: "112px minmax(0, 1fr)", rowGap: "8px" },
  term: { color: tokens.colorNeutralForeground3 },
  value: { overflowWrap: "anywhere", fontVariantNumeric: "tabular-nums" },
});

/** Head of a detail pane: what kind of thing it is, its state, and actions on it. */
export function DetailHead({ icon, kind, children }: { icon: ReactNode; kind: ReactNode; children?: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.head}>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.kind}>{kind}</span>
      <span className={styles.aside}>{children}</span>
    </div>
  );
}

export function DetailBody({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  const Heading = useIsPhone() ? "h1" : "h2";
  return (
    <div className={styles.body}>
      <Heading className={styles.title}>{title}</Heading>
      {children}
    </div>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  const Heading = useIsPhone() ? "h2" : "h3";
  return (
    <div>
      <Heading className={styles.subtitle}>{title}</Heading>
      {children}
    </div>
  );
}

export const Prose = ({ children }: { children: ReactNode }) => <p className={useStyles().text}>{children}</p>;
export const Card = ({ children }: { children: ReactNode }) => <div className={useStyles().card}>{children}</div>;

/**
 * Bar of decisions at the foot of a detail: 32 px buttons, on a phone 44 px with the first at the right, under the
 * thumb.
 */
export function ActionBar({ note, children }: { note?: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.bar} role="toolbar" aria-label="Actions">
      {children}
      {note && (
        <span className={styles.note}>
          <span className={styles.noteText}>{note}</span>
        </span>
      )}
    </div>
  );
}

/** A button with its key printed on it. */
export function ActionButton({ keycap, children, className, ...rest }: ButtonProps & { keycap?: string }) {
  const styles = useStyles();
  const isPhone = useIsPhone();
  const primary = rest.appearance === "primary";
  return (
    <Button {...rest} className={mergeClasses(isPhone && styles.tall, isPhone && primary && styles.wide, className)}>
      <span className={styles.label}>
        {children}
        {keycap && !isPhone && <Keycap onBrand={primary}>{keycap}</Keycap>}
      </span>
    </Button>
  );
}

/** Names and values; rows without a value are left out. */
export function Facts({ rows }: { rows: (readonly [string, ReactNode])[] }) {
  const styles = useStyles();
  return (
    <dl className={styles.facts}>
      {rows.map(([term, value]) =>
        value === null || value === undefined || value === "" ? null : (
          <div key={term} style={{ display: "contents" }}>
            <dt className={styles.term}>{term}</dt>
            <dd className={styles.value}>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
