import type { RuleTried } from "@tessera/contracts-finance/rules.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { StatusText, useUiSettings } from "@tessera/ui";
import { money } from "../money.ts";
import { dayText, titleOf } from "../transactions/transaction-row.tsx";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "8px" },
  counts: { margin: 0, fontWeight: 600 },
  rows: { margin: 0, padding: 0, listStyleType: "none", maxHeight: "240px", overflowY: "auto" },
  row: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    gap: "0 12px",
    padding: "6px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  title: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  line: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
  figure: { textAlign: "right", fontVariantNumeric: "tabular-nums" },
});

/** What a draft would change in the past, and which values of the person it contradicts. */
export function TrialResult({ tried }: { tried: RuleTried }) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const figure = (count: number) => count.toLocaleString(locale);
  return (
    <div className={styles.root} role="status" aria-label="What the rule would change">
      <p className={styles.counts}>
        Meets {figure(tried.met)} of {figure(tried.looked)} transactions, changes {figure(tried.changes)}, contradicts{" "}
        {figure(tried.contradicts)}
      </p>
      {tried.items.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by key
        <ul className={styles.rows} tabIndex={0} aria-label="Transactions that it would change">
          {tried.items.map(({ transaction, changes, contradicts }) => (
            <li key={transaction.id} className={styles.row}>
              <span className={styles.title}>{titleOf(transaction)}</span>
              <span className={styles.figure}>{money(transaction.amount, transaction.currency, locale)}</span>
              <span className={styles.line}>{dayText(transaction.date, locale)}</span>
              <span className={styles.line}>
                {changes.length > 0 && `Changes ${changes.join(", ")}`}
                {contradicts.length > 0 && <StatusText status="warn">Keeps your {contradicts.join(", ")}</StatusText>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
