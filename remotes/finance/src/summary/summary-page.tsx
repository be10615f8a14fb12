import { ChevronLeft20Regular } from "@fluentui/react-icons/svg/chevron-left";
import { ChevronRight20Regular } from "@fluentui/react-icons/svg/chevron-right";
import { decimalsOf } from "@tessera/contracts-finance/currencies.ts";
import { addMonths } from "@tessera/contracts-finance/months.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Select } from "@tessera/fluent-extra";
import { keepPreviousData, useQuery } from "@tessera/query";
import { useNavigate } from "@tessera/router";
import { useLive } from "@tessera/shell-api";
import { EmptyState, ErrorState, IconButton, PaneScroll, RowSkeleton, useUiSettings } from "@tessera/ui";
import { useMemo } from "react";
import { finance, keys } from "../api.ts";
import { useBudgetMonth, useBudgets } from "../budget/use-budget.ts";
import { FinancePage } from "../frame/finance-page.tsx";
import { useActs } from "../frame/undo.ts";
import { POLL_MS, treeOf, useAccounts, useCategories } from "../frame/use-books.ts";
import { useMonths } from "../frame/use-months.ts";
import { CashFlow } from "./cash-flow.tsx";
import { CategoryBars } from "./category-bars.tsx";
import { ConvertedNote } from "./converted-note.tsx";
import { FirstDay } from "./first-day.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { MonthTable } from "./month-table.tsx";
import { PayeeBars } from "./payee-bars.tsx";
import { LENGTHS, usePeriod, wholeText } from "./period.ts";
import { WorthChart } from "./worth-chart.tsx";

const phone = "@media (max-width: 599.98px)";

const offPaper = { "@media print": { display: "none" } } as const;

const useStyles = makeStyles({
  root: {
    display: "flex",
    flexDirection: "column",
    gap: "24px",
    width: "100%",
    maxWidth: "1200px",
    boxSizing: "border-box",
    padding: "16px 24px 32px",
    [phone]: { padding: "12px 16px 24px" },
    "@media print": { display: "block", maxWidth: "none", padding: 0 },
  },
  // What is chosen here is said in words on paper.
  bar: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px", ...offPaper },
  onPaper: { display: "none", "@media print": { display: "block", marginBottom: "12px", fontWeight: 600 } },
  period: { minWidth: "168px", textAlign: "center", fontWeight: 600, [phone]: { minWidth: 0, flexGrow: 1 } },
  head: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "8px",
    marginBottom: "8px",
    breakAfter: "avoid",
    "& .fui-Select": offPaper,
    "@media print": { marginTop: "16px" },
  },
  section: { paddingTop: "16px", borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  title: { margin: 0, fontSize: "14px", lineHeight: "20px", fontWeight: 600 },
  pair: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 400px), 1fr))",
    gap: "32px",
    paddingTop: "16px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    "--axis": "72px",
    "@media print": { display: "block", borderTopStyle: "none" },
  },
});

const NONE: never[] = [];
/** Marks the choice of all currencies in one. */
const ALL = "all ";

/** `/finance/summary`: income, expense, categories and net worth of some months; one currency at a time. */
export function SummaryPage() {
  const styles = useStyles();
  const navigate = useNavigate();
  const { locale } = useUiSettings();
  const monthly = useMonths();
  const { to, months, account, currency, in: main, month, payees, set } = usePeriod(monthly.thisMonth);
  const accounts = useAccounts().query.data?.items ?? NONE;
  const categories = useCategories().query.data?.items ?? NONE;
  const tree = useMemo(() => treeOf(categories), [categories]);
  const { refresh } = useActs();
  const live = useLive("finance.transaction", () => void refresh());
  const query = { to, months, account, in: main };
  const data = useQuery({
    queryKey: keys.summary(query),
    queryFn: ({ signal }) => finance.summary(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: live === "live" ? false : POLL_MS,
  });
  const forecasts = useQuery({
    queryKey: keys.forecast({ account }),
    queryFn: ({ signal }) => finance.forecast(account ? { account } : {}, signal),
  });
  const all = data.data?.currencies;
  const converted = main === undefined ? undefined : data.data?.converted;
  const summary = converted?.summary ?? all?.find((one) => one.currency === currency) ?? all?.[0];
  const last = summary?.months.find((one) => one.month === month) ?? summary?.months.at(-1);
  // It continues from this month; of all currencies in one there is none.
  const forecast =
    to === monthly.thisMonth && !converted
      ? forecasts.data?.currencies.find((one) => one.currency === summary?.currency)
      : undefined;
  const period = summary && { from: summary.months[0]!.month, to };
  // A budget is about all accounts of its currency.
  const budget = useBudgets().query.data?.items.find((one) => one.currency === summary?.currency);
  const isBudgeted = !account && !converted;
  const budgeted = useBudgetMonth(isBudgeted ? budget : undefined, last?.month ?? "").data;
  const against = budgeted?.month === last?.month && isBudgeted ? budgeted : undefined;
  return (
    <FinancePage title="Financial Summary">
      <PaneScroll>
        {summary && last ? (
          <div className={styles.root}>
            <p className={styles.onPaper}>
              Financial Summary: {accounts.find(({ id }) => id === account)?.name ?? "all accounts"}, {summary.currency}
              {", "}
              {monthly.text(summary.months[0]!.month, "short")} to {monthly.text(summary.months.at(-1)!.month, "short")}
            </p>
            <div className={styles.bar}>
              <IconButton
                icon={<ChevronLeft20Regular />}
                label="Earlier months"
                onClick={() => set({ to: addMonths(to, -months), month: null })}
              />
              <span className={styles.period} role="status">
                {monthly.text(summary.months[0]!.month, "short")} to{" "}
                {monthly.text(summary.months.at(-1)!.month, "short")}
              </span>
              <IconButton
                icon={<ChevronRight20Regular />}
                label="Later months"
                onClick={() => set({ to: addMonths(to, months), month: null })}
              />
              <Select
                aria-label="Length of the period"
                value={String(months)}
                onChange={(_, choice) => set({ months: choice.value })}
              >
                {LENGTHS.map((count) => (
                  <option key={count} value={count}>
                    {count} months
                  </option>
                ))}
              </Select>
              <Select
                aria-label="Account"
                value={account ?? ""}
                onChange={(_, choice) => set({ account: choice.value, currency: null })}
              >
                <option value="">All accounts</option>
                {accounts.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
              {all!.length > 1 && (
                <Select
                  aria-label="Currency"
                  value={converted ? `${ALL}${summary.currency}` : summary.currency}
                  onChange={(_, { value }) =>
                    set(
                      value.startsWith(ALL)
                        ? { in: value.slice(ALL.length), currency: null }
                        : { currency: value, in: null },
                    )
                  }
                >
                  {all!.map((one) => (
                    <option key={one.currency}>{one.currency}</option>
                  ))}
                  {all!.map((one) => (
                    <option key={`${ALL}${one.currency}`} value={`${ALL}${one.currency}`}>
                      All in {one.currency}
                    </option>
                  ))}
                </Select>
              )}
              <FirstDay firstDay={monthly.firstDay} />
            </div>
            {converted && <ConvertedNote converted={converted} />}
            <KeyFigures summary={summary} month={last.month} budget={against} />
            <div>
              <div className={styles.head}>
                <h2 className={styles.title}>Month by month</h2>
              </div>
              <MonthTable summary={summary} account={account} />
            </div>
            <section aria-label="Cash flow" className={styles.section}>
              <div className={styles.head}>
                <h2 className={styles.title}>Cash flow, {summary.currency}</h2>
              </div>
              <CashFlow {...{ summary, account, forecast }} />
            </section>
            <div className={styles.pair}>
              <section aria-label="Categories">
                <div className={styles.head}>
                  <h2 className={styles.title}>Spending by category</h2>
                  <Select
                    aria-label="Month of the categories"
                    value={last.month}
                    onChange={(_, choice) => set({ month: choice.value })}
                  >
                    {summary.months.toReversed().map((one) => (
                      <option key={one.month} value={one.month}>
                        {monthly.text(one.month)}
                      </option>
                    ))}
                  </Select>
                </div>
                <CategoryBars {...{ summary, tree, account }} month={last.month} budget={against} />
              </section>
              {!converted && period && (
                <section aria-label="Payees">
                  <div className={styles.head}>
                    <h2 className={styles.title}>By payee</h2>
                    <Select
                      aria-label="What is shown of payees"
                      value={payees}
                      onChange={(_, choice) => set({ payees: choice.value === "out" ? null : choice.value })}
                    >
                      <option value="out">Spending of all months shown</option>
                      <option value="out-month">Spending of {monthly.text(last.month)}</option>
                      <option value="in">Income of all months shown</option>
                      <option value="in-month">Income of {monthly.text(last.month)}</option>
                    </Select>
                  </div>
                  <PayeeBars
                    {...(payees.endsWith("-month") ? { from: last.month, to: last.month } : period)}
                    {...{ account, currency: summary.currency }}
                    direction={payees.startsWith("in") ? "in" : "out"}
                  />
                </section>
              )}
              <section aria-label="Net worth">
                <div className={styles.head}>
                  <h2 className={styles.title}>
                    {account ? "Balance" : "Net worth"}, {summary.currency}
                  </h2>
                </div>
                <WorthChart
                  months={summary.months}
                  ahead={forecast?.months ?? NONE}
                  text={(amount) => wholeText(amount, decimalsOf(summary.currency), locale)}
                />
              </section>
            </div>
          </div>
        ) : data.isError ? (
          <ErrorState title="The summary could not be loaded" error={data.error} onRetry={() => void data.refetch()} />
        ) : all ? (
          <EmptyState
            sentence="Nothing to summarise yet. Add an account and import your bank statements."
            action={{ label: "Go to the accounts", onClick: () => navigate("/finance/accounts") }}
          />
        ) : (
          <RowSkeleton />
        )}
      </PaneScroll>
    </FinancePage>
  );
}
