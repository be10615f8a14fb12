import type { Recurring } from "@tessera/contracts-finance/recurring.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { useUiSettings } from "@tessera/ui";
import { money } from "../money.ts";
import { dayText } from "../transactions/transaction-row.tsx";
import { EVERY_WORDS, transactionOf, transactionsOf } from "./recurring-words.ts";

const useStyles = makeStyles({
  root: {
    display: "flex",
    flexDirection: "column",
    gap: "24px",
    maxWidth: "860px",
    padding: "24px",
    "@media (max-width: 599.98px)": { padding: "16px" },
  },
  head: { margin: 0, fontSize: "20px", lineHeight: "28px", fontWeight: 600, overflowWrap: "anywhere" },
  second: { margin: 0, color: tokens.colorNeutralForeground2 },
  figures: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(140px, 1fr))",
    gap: "16px",
    margin: 0,
    padding: "16px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
  figure: { margin: 0, fontSize: "16px", lineHeight: "24px", fontWeight: 600, fontVariantNumeric: "tabular-nums" },
  bad: { color: "var(--bad)" },
  table: { width: "100%", borderCollapse: "collapse", textAlign: "left" },
  caption: { textAlign: "left", fontWeight: 600, paddingBottom: "8px" },
  cell: { padding: "6px 12px 6px 0", borderBottom: `1px solid ${tokens.colorNeutralStroke3}`, fontWeight: 400 },
  amount: { textAlign: "right", whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums", paddingRight: 0 },
  link: { color: "inherit" },
});

/** What is expected next, how that is known, what changed or did not come, and the payments themselves. */
export function RecurringDetail({ row, account }: { row: Recurring; account: string }) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const text = (amount: number) => money(amount, row.currency, locale);
  const day = (date: string) => dayText(date, locale);
  const isMissed = row.due !== null && row.missed.includes(row.due);
  return (
    <div className={styles.root}>
      <div>
        <h2 className={styles.head}>{row.name}</h2>
        <p className={styles.second}>
          {row.name === row.payee.name ? "" : `${row.payee.name}, `}
          {row.amount < 0 ? "from" : "to"} {account}
        </p>
      </div>
      <dl className={styles.figures} aria-label="What is expected">
        <div>
          <dt className={styles.name}>{isMissed ? "Was due" : "Next"}</dt>
          <dd className={`${styles.figure} ${isMissed ? styles.bad : ""}`}>{row.due ? day(row.due) : "Ended"}</dd>
        </div>
        <div>
          <dt className={styles.name}>{row.varies ? "About" : "Amount"}</dt>
          <dd className={styles.figure}>{text(row.amount)}</dd>
        </div>
        <div>
          <dt className={styles.name}>How often</dt>
          <dd className={styles.figure}>{EVERY_WORDS[row.every]}</dd>
        </div>
      </dl>
      <p className={styles.second}>
        {row.why} {row.due === null && "Nothing came twice in a row, so it is not forecast any more. "}
        {row.state === "confirmed" ? "" : "It is forecast once you confirm it."}
      </p>
      {row.changes.length > 0 && (
        <table className={styles.table}>
          <caption className={styles.caption}>Price changes</caption>
          <tbody>
            {row.changes.map(({ date, from, to }) => (
              <tr key={date}>
                <th scope="row" className={styles.cell}>
                  {day(date)}
                </th>
                <td className={styles.cell}>{changeText(from, to, locale)}</td>
                <td className={`${styles.cell} ${styles.amount}`}>
                  {text(from)} → {text(to)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {row.missed.length > 0 && (
        <p className={styles.second}>Nothing came for {row.missed.map((date) => day(date)).join(", ")}.</p>
      )}
      <table className={styles.table}>
        <caption className={styles.caption}>
          {row.payments.length === 1 ? "1 payment" : `${row.payments.length} payments`} ·{" "}
          <Link to={transactionsOf(row)} className={styles.link}>
            Show the transactions
          </Link>
        </caption>
        <tbody>
          {row.payments.map(({ id, date, amount, due }) => (
            <tr key={id}>
              <th scope="row" className={styles.cell}>
                <Link to={transactionOf(row, date)} className={styles.link}>
                  {day(date)}
                </Link>
              </th>
              <td className={styles.cell}>{date === due ? "On the day" : `Due on ${day(due)}`}</td>
              <td className={`${styles.cell} ${styles.amount}`}>{text(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function changeText(from: number, to: number, locale?: string): string {
  const share = Math.round((Math.abs(to) / Math.abs(from) - 1) * 1000) / 10;
  const percent = `${Math.abs(share).toLocaleString(locale)}%`;
  return share > 0 ? `${percent} more` : `${percent} less`;
}
