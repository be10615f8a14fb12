import { makeStyles, tokens } from "@tessera/fluent";
import type { ReactNode } from "react";

const useStyles = makeStyles({
  section: { marginTop: "24px" },
  head: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: "16px",
    minHeight: "32px",
    marginBottom: "4px",
  },
  title: { margin: 0, flexGrow: 1, fontSize: "14px", lineHeight: "20px", fontWeight: 600 },
  aside: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
});

/** A titled part of the page with a quiet remark at its right. */
export function PageSection({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const styles = useStyles();
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      {children}
    </section>
  );
}
