import type { RuleSuggestion } from "@tessera/contracts-finance/rules.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import type { ReactNode } from "react";

const useStyles = makeStyles({
  root: {
    flexShrink: 0,
    maxHeight: "40%",
    overflowY: "auto",
    padding: "12px 16px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  head: { margin: "0 0 8px", fontSize: "14px", lineHeight: "20px", fontWeight: 600 },
  list: { display: "flex", flexDirection: "column", gap: "8px", margin: 0, padding: 0, listStyleType: "none" },
  row: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 8px" },
  words: { flexGrow: 1, flexBasis: "220px", minWidth: 0 },
  second: { color: tokens.colorNeutralForeground2 },
});

/** Rules that what the person categorised suggests; none comes without their word. */
export function Suggestions(props: {
  items: readonly RuleSuggestion[];
  /** After the heading's words: what leads to those that are not shown here. */
  more?: ReactNode;
  categories: ReadonlyMap<string, string>;
  onAccept: (suggestion: RuleSuggestion) => void;
  onRefuse: (suggestion: RuleSuggestion) => void;
}) {
  const styles = useStyles();
  if (!props.items.length) return null;
  return (
    <section className={styles.root} aria-label="Suggested rules">
      <h2 className={styles.head}>Suggested by what you categorised{props.more}</h2>
      <ul className={styles.list}>
        {props.items.map((one) => {
          const category = props.categories.get(one.categoryId) ?? "";
          return (
            <li key={`${one.payee.id} ${one.categoryId}`} className={styles.row}>
              <span className={styles.words}>
                {one.payee.name} is always {category}{" "}
                <span className={styles.second}>{one.times.toLocaleString()} times</span>
              </span>
              <Button
                size="small"
                aria-label={`Add a rule: ${one.payee.name} is ${category}`}
                onClick={() => props.onAccept(one)}
              >
                Add rule
              </Button>
              <Button
                size="small"
                appearance="subtle"
                aria-label={`No rule for ${one.payee.name}`}
                onClick={() => props.onRefuse(one)}
              >
                No
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
