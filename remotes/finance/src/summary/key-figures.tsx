import type { BudgetMonth } from "@tessera/contracts-finance/budgets.ts";
import type { CurrencySummary } from "@tessera/contracts-finance/summary.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useUiSettings } from "@tessera/ui";
import { together } from "../budget/budget-rows.ts";
import { useMonths } from "../frame/use-months.ts";
import { money } from "../money.ts";

const useStyles = makeStyles({
  root: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(160px, 1fr))",
    gap: "16px",
    margin: 0,
    padding: "16px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    "@media (max-width: 599.98px)": { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" },
  },
  name: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
  figure: { margin: 0, fontSize: "20px", lineHeight: "28px", fontWeight: 600, fontVariantNumeric: "tabular-nums" },
  line: { margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
});

/** The figures of one month, each with what it was the month before. */
export function KeyFigures(props: { summary: CurrencySummary; month: string; budget: BudgetMonth | undefined }) {
  const { summary, month, budget } = props;
  const styles = useStyles();
  const { locale } = useUiSettings();
  const monthly = useMonths();
  const { months, currency } = summary;
  const place = months.findIndex((one) => one.month === month);
  const [now, before] = [months[place], months[place - 1]];
  if (!now) return null;
  const text = (amount: number) => money(amount, currency, locale);
  const saved = now.income + now.expense;
  const against = (amount: number, was: number | undefined) => {
    if (was === undefined || !before) return "";
    const name = monthly.text(before.month);
    const change = amount - was;
    return change === 0 ? `As in ${name}` : `${text(Math.abs(change))} ${change > 0 ? "more" : "less"} than in ${name}`;
  };
  const share = now.income > 0 ? `${Math.round((saved / now.income) * 100).toLocaleString(locale)}% of income` : "";
  const left = budget && together(budget.lines);
  const budgetLine = left?.budgeted
    ? `${text(Math.abs(left.budgeted + left.spent))} ${left.budgeted + left.spent < 0 ? "over" : "under"} budget`
    : "";
  const figures = [
    ["Income", now.income, against(now.income, before?.income)],
    ["Expense", 0 - now.expense, join(against(0 - now.expense, before && 0 - before.expense), budgetLine)],
    ["Saved", saved, share],
    ["Net worth", now.netWorth, against(now.netWorth, before?.netWorth)],
  ] as const;
  return (
    <dl className={styles.root} aria-label={`Figures of ${monthly.text(month)}`}>
      {figures.map(([name, amount, line]) => (
        <div key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.figure}>{text(amount)}</dd>
          <dd className={styles.line}>{line}</dd>
        </div>
      ))}
    </dl>
  );
}

const join = (...lines: string[]) => lines.filter(Boolean).join(" · ");
