import { decimalsOf } from "@tessera/contracts-finance/currencies.ts";
import type { CurrencySummary } from "@tessera/contracts-finance/summary.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { touch, useUiSettings, VisuallyHidden } from "@tessera/ui";
import { useLayoutEffect, useRef } from "react";
import { useMonths } from "../frame/use-months.ts";
import { money } from "../money.ts";
import { MonthChart } from "./month-chart.tsx";
import { wholeText } from "./period.ts";

/** Months whose figures a sheet of paper holds beside each other. */
const MONTHS_ON_PAPER = 12;
const phone = "@media (max-width: 599.98px)";

const useStyles = makeStyles({
  scroll: {
    overflowX: "auto",
    "--axis": "96px",
    [phone]: { "--axis": "76px" },
    // A sheet holds a year; the table of the cash flow has more, with a line for each month.
    "@media print": { overflowX: "visible", breakInside: "avoid", "--axis": "56px", fontSize: "9px" },
  },
  room: {
    minWidth: "calc(var(--axis) + var(--months) * 64px)",
    paddingTop: "8px",
    "@media print": { minWidth: 0 },
  },
  long: { "@media print": { display: "none" } },
  table: { width: "100%", borderCollapse: "collapse", tableLayout: "fixed", fontVariantNumeric: "tabular-nums" },
  head: {
    width: "var(--axis)",
    padding: "6px 8px 6px 0",
    textAlign: "left",
    fontWeight: 400,
    whiteSpace: "nowrap",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    // Stays beside its figures while they are moved.
    position: "sticky",
    left: 0,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  month: {
    color: tokens.colorNeutralForeground3,
    fontSize: "12px",
    lineHeight: "16px",
    "@media print": { fontSize: "9px" },
  },
  cell: {
    padding: "6px 0",
    textAlign: "right",
    fontWeight: 400,
    whiteSpace: "nowrap",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  strong: { fontWeight: 600 },
  bad: { color: "var(--bad)" },
  link: {
    color: "inherit",
    textDecorationLine: "none",
    ":hover": { textDecorationLine: "underline" },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px", borderRadius: "2px" },
    [touch]: { display: "block", padding: "14px 0" },
  },
  mark: {
    display: "inline-block",
    width: "10px",
    height: "10px",
    marginRight: "6px",
    borderRadius: "2px",
    printColorAdjust: "exact",
  },
  income: { backgroundColor: "var(--c1)" },
  expense: { backgroundColor: "var(--c2)" },
});

/** The chart of income and expense with the table that hangs on it: each month's figures stand below its bars. */
export function MonthTable(props: { summary: CurrencySummary; account: string | undefined }) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const monthly = useMonths();
  const { summary, account } = props;
  const { currency, months } = summary;
  const decimals = decimalsOf(currency);
  const whole = (amount: number) => wholeText(amount, decimals, locale);
  const exact = (amount: number) => money(amount, currency, locale);
  const scroll = useRef<HTMLElement>(null);
  // The newest months are at the end.
  useLayoutEffect(() => {
    if (scroll.current && months.length) scroll.current.scrollLeft = scroll.current.scrollWidth;
  }, [months.length]);
  const opens = (month: string, direction?: "in" | "out") => {
    const { from, to } = monthly.daysOf(month);
    const only: Record<string, string> = direction ? { direction, counted: "summary" } : {};
    return `/finance/transactions?${new URLSearchParams({ from, to, ...only, ...(account ? { account } : {}) })}`;
  };
  const row = (
    name: string,
    of: (month: (typeof months)[number]) => number,
    style?: string,
    direction?: "in" | "out",
  ) => (
    <tr>
      <th scope="row" className={mergeClasses(styles.head, style && style !== styles.strong ? undefined : style)}>
        {style && style !== styles.strong && <span className={mergeClasses(styles.mark, style)} />}
        {name}
      </th>
      {months.map((month) => {
        const amount = of(month);
        return (
          <td
            key={month.month}
            title={exact(amount)}
            className={mergeClasses(
              styles.cell,
              style === styles.strong && styles.strong,
              style === styles.strong && amount < 0 && styles.bad,
            )}
          >
            <Link to={opens(month.month, direction)} className={styles.link}>
              {whole(amount)}
            </Link>
          </td>
        );
      })}
    </tr>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by key
    <section ref={scroll} className={styles.scroll} tabIndex={0} aria-label="Month by month, can be scrolled">
      <div className={styles.room} style={{ "--months": months.length } as object}>
        <MonthChart months={months} text={whole} />
        <table className={mergeClasses(styles.table, months.length > MONTHS_ON_PAPER && styles.long)}>
          <thead>
            <tr>
              <th scope="col" className={mergeClasses(styles.head, styles.month)}>
                {currency}
              </th>
              {months.map(({ month }) => (
                <th key={month} scope="col" className={mergeClasses(styles.cell, styles.month)}>
                  <Link to={opens(month)} className={styles.link}>
                    {monthly.text(month, "short")}
                    <VisuallyHidden>, its transactions</VisuallyHidden>
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {row("Income", ({ income }) => income, styles.income, "in")}
            {row("Expense", ({ expense }) => 0 - expense, styles.expense, "out")}
            {row("Saved", ({ income, expense }) => income + expense, styles.strong)}
            {row("Net worth", ({ netWorth }) => netWorth)}
          </tbody>
        </table>
      </div>
    </section>
  );
}
