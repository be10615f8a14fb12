import type { BudgetMonth } from "@tessera/contracts-finance/budgets.ts";
import { addMonths } from "@tessera/contracts-finance/months.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { TextButton, useUiSettings } from "@tessera/ui";
import { useMonths } from "../frame/use-months.ts";
import { money } from "../money.ts";
import { together } from "./budget-rows.ts";

const useStyles = makeStyles({
  root: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "flex-start",
    gap: "12px 32px",
    padding: "16px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  main: { minWidth: "180px" },
  name: { margin: 0, fontSize: "12px", lineHeight: "16px", fontWeight: 400, color: tokens.colorNeutralForeground2 },
  figure: { margin: 0, fontSize: "20px", lineHeight: "28px", fontWeight: 600, fontVariantNumeric: "tabular-nums" },
  line: { margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
  bad: { color: "var(--bad)" },
  parts: { flexGrow: 1, flexBasis: "320px", display: "flex", flexWrap: "wrap", gap: "8px 24px", margin: 0 },
  part: { margin: 0, fontVariantNumeric: "tabular-nums" },
  link: {
    color: "inherit",
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px", borderRadius: "2px" },
  },
});

/** What there is to assign and where it comes from; of limits, what is left of all of them. */
export function BudgetHead(props: {
  shown: BudgetMonth;
  /** Where the transactions without a category are. */
  uncategorised: string;
  onHold: () => void;
}) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const { pool, budget, month, lines, income, uncategorised } = props.shown;
  const text = (amount: number) => money(amount, budget.currency, locale);
  const before = useMonths().text(addMonths(month, -1));
  const none = (
    <Link className={styles.link} to={props.uncategorised}>
      {text(uncategorised)}
    </Link>
  );
  if (!pool) {
    const all = together(lines);
    const isOver = all.balance < 0;
    return (
      <section className={styles.root} aria-label="The month in figures">
        <div className={styles.main}>
          <h2 className={styles.name}>{isOver ? "Over all limits together" : "Left of all limits together"}</h2>
          <p className={mergeClasses(styles.figure, isOver && styles.bad)}>{text(Math.abs(all.balance))}</p>
          <p className={styles.line}>
            {text(0 - all.spent)} spent of {text(all.budgeted + all.carried)}
          </p>
        </div>
        <Parts
          parts={[
            ["Income", text(income)],
            ["Without a category", none],
          ]}
        />
      </section>
    );
  }
  const { ready } = pool;
  const parts: [string, React.ReactNode, number][] = [
    [`Left from ${before}`, text(pool.left), pool.left],
    ["Income", text(pool.income), pool.income],
    ["Without a category", none, pool.uncategorised],
    ["To and from other accounts", text(pool.outside), pool.outside],
    [`Overspent in ${before}`, text(pool.overspent), pool.overspent],
    ["Budgeted", text(0 - pool.budgeted), pool.budgeted],
  ];
  return (
    <section className={styles.root} aria-label="Ready to assign">
      <div className={styles.main} role="status">
        <h2 className={styles.name}>Ready to assign</h2>
        <p className={mergeClasses(styles.figure, ready < 0 && styles.bad)}>{text(ready)}</p>
        <p className={styles.line}>
          {ready < 0
            ? "More is budgeted than there is"
            : ready === 0
              ? "All money has a category"
              : "Give it to categories, or hold it"}
        </p>
      </div>
      <Parts
        parts={[
          ...parts
            .filter(([name, , amount]) => amount !== 0 || name === "Income")
            .map(([name, of]) => [name, of] as const),
          [
            "Held for the next month",
            <TextButton key="hold" onClick={props.onHold}>
              {pool.held ? text(0 - pool.held) : "Hold money"}
            </TextButton>,
          ],
        ]}
      />
    </section>
  );
}

function Parts({ parts }: { parts: readonly (readonly [string, React.ReactNode])[] }) {
  const styles = useStyles();
  return (
    <dl className={styles.parts}>
      {parts.map(([name, of]) => (
        <div key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.part}>{of}</dd>
        </div>
      ))}
    </dl>
  );
}
