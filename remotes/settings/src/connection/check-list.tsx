import { makeStyles, tokens } from "@tessera/fluent";
import { StatusText } from "@tessera/ui";
import type { Group } from "./report.ts";

const narrow = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  group: { marginTop: "24px" },
  title: { fontSize: "14px", lineHeight: "20px", fontWeight: 600, margin: "0 0 4px" },
  list: { listStyleType: "none", margin: 0, padding: 0 },
  check: {
    display: "grid",
    gridTemplateColumns: "136px 168px 88px minmax(0, 1fr)",
    columnGap: "12px",
    alignItems: "start",
    padding: "12px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    [narrow]: { gridTemplateColumns: "minmax(0, 1fr) auto", rowGap: "2px" },
  },
  name: { overflowWrap: "anywhere" },
  status: { display: "flex", alignItems: "center", minHeight: "20px", [narrow]: { gridColumn: 2, gridRow: 1 } },
  figure: {
    textAlign: "right",
    fontVariantNumeric: "tabular-nums",
    color: tokens.colorNeutralForeground2,
    [narrow]: { textAlign: "left", gridColumn: "1 / -1" },
  },
  empty: { [narrow]: { display: "none" } },
  // As high as what most states say: rows do not move when a channel's state changes.
  words: { minWidth: 0, minHeight: "40px", overflowWrap: "anywhere", [narrow]: { gridColumn: "1 / -1" } },
  text: { color: tokens.colorNeutralForeground2, margin: 0 },
  advice: { margin: "4px 0 0" },
});

/** What was looked at, by subject: state, figure, what was found and what to do. */
export function CheckList({ groups }: { groups: readonly Group[] }) {
  const styles = useStyles();
  return groups.map(({ title, checks }) => (
    <section key={title} className={styles.group} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.list}>
        {checks.map((check) => (
          <li key={check.title} className={styles.check}>
            <span className={styles.name}>{check.title}</span>
            <span className={styles.status}>
              <StatusText status={check.status}>{check.word}</StatusText>
            </span>
            <span className={check.figure ? styles.figure : styles.empty}>{check.figure}</span>
            <div className={styles.words}>
              <p className={styles.text}>{check.text}</p>
              {check.advice && <p className={styles.advice}>{check.advice}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  ));
}
