import { makeStyles, tokens } from "@tessera/fluent";
import type { ReactNode } from "react";

const useStyles = makeStyles({
  parts: {
    width: "100%",
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 440px), 1fr))",
    gap: "24px",
    alignItems: "start",
    minHeight: "100%",
    padding: "16px",
    backgroundColor: tokens.colorNeutralBackground1,
  },
  part: { display: "flex", flexDirection: "column", gap: "12px", minWidth: 0 },
  wide: { gridColumn: "1 / -1" },
  title: { fontSize: "12px", lineHeight: "16px", fontWeight: 400, color: tokens.colorNeutralForeground3 },
  line: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px" },
});

/** The looks of a component on one page. */
export function Parts({ children }: { children: ReactNode }) {
  return (
    <div data-parts className={useStyles().parts}>
      {children}
    </div>
  );
}

/** One of them by its name. */
export function Part({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  const styles = useStyles();
  return (
    <section className={wide ? `${styles.part} ${styles.wide}` : styles.part} aria-label={name}>
      <h2 className={styles.title}>{name}</h2>
      {children}
    </section>
  );
}

/** Side by side, as far as there is room. */
export function Line({ children }: { children: ReactNode }) {
  return <div className={useStyles().line}>{children}</div>;
}
