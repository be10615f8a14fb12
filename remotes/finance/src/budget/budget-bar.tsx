import type { BudgetKind } from "@tessera/contracts-finance/budgets.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { type Figures, shareOf, wordsOf } from "./budget-rows.ts";

const useStyles = makeStyles({
  root: { display: "flex", alignItems: "center", gap: "8px", minWidth: 0, height: "16px" },
  track: {
    flexShrink: 0,
    width: "96px",
    height: "6px",
    borderRadius: "3px",
    overflow: "hidden",
    backgroundColor: tokens.colorNeutralStroke2,
    "@media (max-width: 599.98px)": { width: "48px" },
  },
  fill: { height: "100%", borderRadius: "3px", backgroundColor: "var(--c1)" },
  over: { backgroundColor: "var(--bad)" },
  words: {
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: "tabular-nums",
  },
  bad: { color: "var(--bad)" },
});

/** How much is spent, as a bar and in words. */
export function BudgetBar(props: { figures: Figures; kind: BudgetKind; text: (amount: number) => string }) {
  const styles = useStyles();
  const { figures } = props;
  const isOver = figures.balance < 0;
  return (
    <span className={styles.root}>
      <span className={styles.track} aria-hidden>
        <span
          className={mergeClasses(styles.fill, isOver && styles.over)}
          style={{ display: "block", width: `${shareOf(figures) * 100}%` }}
        />
      </span>
      <span className={mergeClasses(styles.words, isOver && styles.bad)}>
        {wordsOf(figures, props.kind, props.text)}
      </span>
    </span>
  );
}
