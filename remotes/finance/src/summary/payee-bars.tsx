import type { PayeeSummary } from "@tessera/contracts-finance/summary.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { keepPreviousData, useQuery } from "@tessera/query";
import { Link } from "@tessera/router";
import { ErrorState, RowSkeleton, TextButton, useUiSettings } from "@tessera/ui";
import { useState } from "react";
import { finance, keys } from "../api.ts";
import { useMonths } from "../frame/use-months.ts";
import { money } from "../money.ts";

/** Payees that are shown at first. */
const FIRST = 10;

const useStyles = makeStyles({
  table: { width: "100%", borderCollapse: "collapse", tableLayout: "fixed" },
  name: {
    width: "40%",
    padding: "5px 12px 5px 0",
    textAlign: "left",
    fontWeight: 400,
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
  },
  bar: { width: "30%" },
  row: { breakInside: "avoid" },
  figure: { padding: "5px 0", textAlign: "right", fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" },
  link: {
    color: "inherit",
    textDecorationLine: "none",
    ":hover": { textDecorationLine: "underline" },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px", borderRadius: "2px" },
  },
  words: { color: tokens.colorNeutralForeground2 },
});

/** What went to each payee, or came from it, in some months of one currency; most first. */
export function PayeeBars(props: {
  from: string;
  to: string;
  currency: string;
  account: string | undefined;
  direction: "in" | "out";
}) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const monthly = useMonths();
  const [isWhole, setWhole] = useState(false);
  const { from, to, currency, account, direction } = props;
  const query = { from, to, ...(account ? { account } : {}) };
  const data = useQuery({
    queryKey: keys.payeeSummary(query),
    queryFn: ({ signal }) => finance.payeeSummary(query, signal),
    placeholderData: keepPreviousData,
  });
  if (data.isError)
    return <ErrorState title="The payees could not be loaded" error={data.error} onRetry={() => void data.refetch()} />;
  if (!data.data) return <RowSkeleton />;
  const { rows, others } = payeeRows(data.data, currency, direction, isWhole ? Number.POSITIVE_INFINITY : FIRST);
  if (!rows.length)
    return <p className={styles.words}>{direction === "in" ? "Nothing came in." : "Nothing was spent."}</p>;
  const most = Math.max(1, ...rows.map(({ amount }) => amount));
  const days = { from: monthly.daysOf(from).from, to: monthly.daysOf(to).to };
  const opens = (id: string) =>
    `/finance/transactions?${new URLSearchParams({ payee: id, ...days, ...(account ? { account } : {}) })}`;
  return (
    <>
      <table className={styles.table} aria-label={direction === "in" ? "Income by payee" : "Spending by payee"}>
        <tbody>
          {rows.map(({ id, name, amount }) => (
            <tr key={id ?? "none"} className={styles.row}>
              <th scope="row" className={styles.name}>
                {id === null ? (
                  name
                ) : (
                  <Link className={styles.link} to={opens(id)}>
                    {name}
                  </Link>
                )}
              </th>
              <td className={styles.bar} aria-hidden>
                <svg width="100%" height="12" role="presentation">
                  <rect
                    y="2"
                    width={`${(amount / most) * 100}%`}
                    height="8"
                    rx="2"
                    fill={direction === "in" ? "var(--c1)" : "var(--c2)"}
                  />
                </svg>
              </td>
              <td className={styles.figure}>{money(amount, currency, locale)}</td>
            </tr>
          ))}
          {others !== 0 && (
            <tr className={styles.row}>
              <th scope="row" className={styles.name}>
                All others
              </th>
              <td className={styles.bar} aria-hidden />
              <td className={styles.figure}>{money(others, currency, locale)}</td>
            </tr>
          )}
        </tbody>
      </table>
      {!isWhole && others !== 0 && <TextButton onClick={() => setWhole(true)}>Show more payees</TextButton>}
    </>
  );
}

/** Positive minor units, most first; `others`: what is not named. */
export function payeeRows(summary: PayeeSummary, currency: string, direction: "in" | "out", limit: number) {
  const own = summary.currencies.find((one) => one.currency === currency);
  const of = ({ income, expense }: { income: number; expense: number }) => (direction === "in" ? income : 0 - expense);
  const all = (own?.payees ?? [])
    .map((one) => ({ id: one.payee?.id ?? null, name: one.payee?.name ?? "Without a payee", amount: of(one) }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.amount - a.amount);
  const rows = all.slice(0, limit);
  return { rows, others: (own ? of(own) : 0) - rows.reduce((sum, { amount }) => sum + amount, 0) };
}
