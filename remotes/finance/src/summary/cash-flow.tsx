import { decimalsOf } from "@tessera/contracts-finance/currencies.ts";
import type { Forecast } from "@tessera/contracts-finance/recurring.ts";
import type { CurrencySummary } from "@tessera/contracts-finance/summary.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { useUiSettings } from "@tessera/ui";
import { useMonths } from "../frame/use-months.ts";
import { money } from "../money.ts";
import { dayText } from "../transactions/transaction-row.tsx";
import { FlowChart } from "./flow-chart.tsx";
import { flowOf } from "./flow-rows.ts";
import { wholeText } from "./period.ts";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "16px", "--axis": "72px" },
  legend: {
    display: "flex",
    flexWrap: "wrap",
    gap: "4px 16px",
    margin: 0,
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground2,
  },
  mark: {
    display: "inline-block",
    width: "10px",
    height: "10px",
    marginRight: "6px",
    borderRadius: "2px",
    printColorAdjust: "exact",
  },
  came: { backgroundColor: "var(--c1)" },
  went: { backgroundColor: "var(--c2)" },
  hatched: { border: "1px dashed var(--ink)", backgroundColor: "transparent" },
  scroll: { overflowX: "auto", "@media print": { overflowX: "visible" } },
  table: { width: "100%", borderCollapse: "collapse", fontVariantNumeric: "tabular-nums" },
  head: {
    padding: "6px 8px 6px 0",
    textAlign: "left",
    fontWeight: 400,
    whiteSpace: "nowrap",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  title: { color: tokens.colorNeutralForeground3, fontSize: "12px", lineHeight: "16px" },
  cell: {
    padding: "6px 0 6px 12px",
    textAlign: "right",
    fontWeight: 400,
    whiteSpace: "nowrap",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  row: { breakInside: "avoid" },
  ahead: { color: tokens.colorNeutralForeground2, fontStyle: "italic" },
  strong: { fontWeight: 600 },
  bad: { color: "var(--bad)" },
  link: {
    color: "inherit",
    textDecorationLine: "none",
    ":hover": { textDecorationLine: "underline" },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px", borderRadius: "2px" },
  },
  words: { margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
  list: { margin: "8px 0 0", padding: 0, listStyleType: "none", columnWidth: "260px", columnGap: "32px" },
  item: { display: "flex", justifyContent: "space-between", gap: "12px", padding: "2px 0", breakInside: "avoid" },
  name: { minWidth: 0, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
});

/** What came in and went out each month with the balance at its end; then what confirmed payments make of it. */
export function CashFlow(props: {
  summary: CurrencySummary;
  account: string | undefined;
  /** Of this currency; none where the months that are shown do not end with this one. */
  forecast: Forecast["currencies"][number] | undefined;
}) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const monthly = useMonths();
  const { summary, account, forecast } = props;
  const { currency } = summary;
  const rows = flowOf(summary, forecast, monthly.thisMonth);
  const hasMoved = rows.some(({ moved }) => moved !== 0);
  const exact = (amount: number) => money(amount, currency, locale);
  const opens = (month: string, direction?: "in" | "out") => {
    const { from, to } = monthly.daysOf(month);
    const only: Record<string, string> = direction ? { direction, counted: "summary" } : {};
    return `/finance/transactions?${new URLSearchParams({ from, to, currency, ...only, ...(account ? { account } : {}) })}`;
  };
  const link = (to: string, amount: number) => (
    <Link to={to} className={styles.link}>
      {exact(amount)}
    </Link>
  );
  return (
    <div className={styles.root}>
      <FlowChart rows={rows} text={(amount) => wholeText(amount, decimalsOf(currency), locale)} />
      <p className={styles.legend} aria-hidden>
        <span>
          <span className={mergeClasses(styles.mark, styles.came)} />
          More came in
        </span>
        <span>
          <span className={mergeClasses(styles.mark, styles.went)} />
          More went out
        </span>
        {forecast && (
          <span>
            <span className={mergeClasses(styles.mark, styles.hatched)} />
            Forecast
          </span>
        )}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by key */}
      <section className={styles.scroll} tabIndex={0} aria-label="Cash flow, can be scrolled">
        <table className={styles.table} aria-label="Cash flow">
          <thead>
            <tr>
              {["Month", "In", "Out", ...(hasMoved ? ["Transfers"] : []), "Net", "Balance"].map((title, at) => (
                <th
                  key={title}
                  scope="col"
                  className={mergeClasses(at === 0 ? styles.head : styles.cell, styles.title)}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const { month, isAhead, isRest } = row;
              const place = isAhead ? () => "/finance/recurring?view=confirmed" : opens;
              return (
                <tr key={`${month} ${isAhead}`} className={mergeClasses(styles.row, isAhead && styles.ahead)}>
                  <th scope="row" className={styles.head}>
                    <Link to={place(month)} className={styles.link}>
                      {isRest ? "Rest of " : ""}
                      {monthly.text(month, "short")}
                      {isAhead && ", forecast"}
                    </Link>
                  </th>
                  <td className={styles.cell}>{link(place(month, "in"), row.came)}</td>
                  <td className={styles.cell}>{link(place(month, "out"), row.went)}</td>
                  {hasMoved && <td className={styles.cell}>{link(place(month), row.moved)}</td>}
                  <td className={mergeClasses(styles.cell, styles.strong, row.net < 0 && styles.bad)}>
                    {link(place(month), row.net)}
                  </td>
                  <td className={styles.cell}>{link(place(month), row.balance)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      {forecast && <ForecastNote forecast={forecast} exact={exact} />}
    </div>
  );
}

/** How the forecast was computed, with each payment in it. */
function ForecastNote(props: { forecast: Forecast["currencies"][number]; exact: (amount: number) => string }) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const { payments } = props.forecast;
  if (!payments.length)
    return (
      <p className={styles.words}>
        The forecast knows no payments: it takes those that you confirm on{" "}
        <Link to="/finance/recurring">Recurring</Link>, and transactions that are dated ahead.
      </p>
    );
  return (
    <details>
      <summary className={styles.words}>
        The forecast adds {payments.length} confirmed {payments.length === 1 ? "payment" : "payments"} and transactions
        that are dated ahead to the balance. What you spend otherwise is not in it.
      </summary>
      <ul className={styles.list}>
        {payments.map(({ recurringId, name, date, amount }) => (
          <li key={`${recurringId} ${date}`} className={styles.item}>
            <span className={styles.name}>
              {dayText(date, locale)},{" "}
              <Link to={`/finance/recurring?payment=${recurringId}`} className={styles.link}>
                {name}
              </Link>
            </span>
            <span>{props.exact(amount)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
