import { makeStyles, tokens } from "@tessera/fluent";
import type { ReactNode } from "react";

const useStyles = makeStyles({
  group: { marginBottom: "32px" },
  heading: { fontSize: "14px", lineHeight: "20px", fontWeight: 600, margin: "0 0 4px" },
  setting: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(220px, auto)",
    columnGap: "32px",
    rowGap: "8px",
    alignItems: "center",
    padding: "12px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    "@media (max-width: 599.98px)": { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  control: {
    display: "grid",
    justifyItems: "end",
    "@media (max-width: 599.98px)": { justifyItems: "start" },
    "@media (max-width: 959.98px)": { "& button": { minHeight: "44px" } },
  },
  label: { fontWeight: 400 },
  hint: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3, marginTop: "2px" },
});

/** Settings that belong together, under one heading. */
export function SettingGroup({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <section className={styles.group} aria-label={title} id={id}>
      <h3 className={styles.heading}>{title}</h3>
      {children}
    </section>
  );
}

interface SettingProps {
  label: string;
  /** What it does, in a sentence. */
  hint?: ReactNode;
  /** Id of the control that the label names. */
  controlId?: string;
  children: ReactNode;
}

/** One setting: what it is at the left, its control at the right; below it on a narrow phone. */
export function Setting({ label, hint, controlId, children }: SettingProps) {
  const styles = useStyles();
  return (
    <div className={styles.setting}>
      <div>
        {controlId ? (
          <label htmlFor={controlId} className={styles.label}>
            {label}
          </label>
        ) : (
          <div className={styles.label}>{label}</div>
        )}
        {hint && (
          <div className={styles.hint} id={controlId && `${controlId}-hint`}>
            {hint}
          </div>
        )}
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  );
}
