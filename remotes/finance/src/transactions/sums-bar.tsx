import type { TransactionSums } from "@tessera/contracts-finance/transactions.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useUiSettings } from "@tessera/ui";
import { money } from "../money.ts";

const useStyles = makeStyles({
  bar: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 24px",
    minHeight: "40px",
    padding: "4px 16px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
  },
  figures: { display: "flex", flexWrap: "wrap", gap: "4px 16px", marginLeft: "auto" },
  figure: { color: tokens.colorNeutralForeground1, fontWeight: 600, fontVariantNumeric: "tabular-nums" },
});

/** What all that the filter shows adds up to, loaded or not. */
export function SumsBar({ sums }: { sums: TransactionSums | undefined }) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  if (!sums) return <div className={styles.bar} aria-hidden />;
  const count = `${sums.total.toLocaleString(locale)} ${sums.total === 1 ? "transaction" : "transactions"}`;
  return (
    <div className={styles.bar} role="status" aria-label="Sums of what is shown">
      <span>{count}</span>
      {sums.currencies.map(({ currency, in: plus, out, income = plus, expense = out, transfers, sum }) => (
        <span key={currency} className={styles.figures}>
          <span>
            Income <span className={styles.figure}>{money(income, currency, locale)}</span>
          </span>
          <span>
            Expense <span className={styles.figure}>{money(expense, currency, locale)}</span>
          </span>
          {transfers && transfers.count > 0 && (
            <span title="Sides of transfers between your accounts are neither income nor expense.">
              {transfers.count.toLocaleString(locale)} of transfers left out{" "}
              <span className={styles.figure}>{money(transfers.sum, currency, locale)}</span>
            </span>
          )}
          <span>
            Balance change <span className={styles.figure}>{money(sum, currency, locale)}</span>
          </span>
        </span>
      ))}
    </div>
  );
}
