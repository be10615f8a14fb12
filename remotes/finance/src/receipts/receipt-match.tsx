import type { Receipt, ReceiptCandidates } from "@tessera/contracts-finance/receipts.ts";
import type { Transaction } from "@tessera/contracts-finance/transactions.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { StatusText, useUiSettings } from "@tessera/ui";
import type { ReactNode } from "react";
import { money } from "../money.ts";
import { dayText, titleOf } from "../transactions/transaction-row.tsx";
import type { useReceiptActs } from "./use-receipt-acts.ts";
import { useCandidates } from "./use-receipts.ts";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "8px" },
  head: { margin: 0, fontSize: "16px", lineHeight: "24px", fontWeight: 600 },
  card: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    gap: "2px 12px",
    padding: "12px 16px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "8px",
  },
  name: { fontWeight: 600, overflowWrap: "anywhere" },
  figure: { fontWeight: 600, textAlign: "right", fontVariantNumeric: "tabular-nums" },
  line: { gridColumn: "1 / -1", color: tokens.colorNeutralForeground2, overflowWrap: "anywhere" },
  buttons: { gridColumn: "1 / -1", display: "flex", flexWrap: "wrap", gap: "8px", marginTop: "8px" },
  link: { color: tokens.colorBrandForegroundLink },
  second: { margin: 0, color: tokens.colorNeutralForeground2 },
});

type Acts = ReturnType<typeof useReceiptActs>;

/** The transaction of a receipt, or those that may be it, with what speaks for each. */
export function ReceiptMatch({ receipt, acts }: { receipt: Receipt; acts: Acts }) {
  const styles = useStyles();
  return (
    <section className={styles.root} aria-label="Transaction">
      <h3 className={styles.head}>Transaction</h3>
      {receipt.transaction ? (
        <Booked transaction={receipt.transaction}>
          <span className={styles.line}>
            <StatusText status="ok">{receipt.automatic ? "Matched automatically" : "Matched"}</StatusText>
          </span>
          <span className={styles.buttons}>
            <Button size="small" onClick={() => void acts.detach(receipt.id)}>
              Detach
            </Button>
          </span>
        </Booked>
      ) : (
        <Offered receipt={receipt} acts={acts} />
      )}
    </section>
  );
}

function Offered({ receipt, acts }: { receipt: Receipt; acts: Acts }) {
  const styles = useStyles();
  const { data, isError, refetch } = useCandidates(receipt);
  if (isError)
    return (
      <p className={styles.second} role="alert">
        The transactions could not be looked up.{" "}
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  if (!data) return null;
  if (data.items.length === 0)
    return (
      <p className={styles.second}>
        {receipt.total === null
          ? "Enter the total, and the transaction is looked for."
          : "No transaction fits yet. Your bank’s next file may bring it; you can also attach it at any transaction."}
      </p>
    );
  return data.items.map((one) => (
    <Booked key={one.transaction.id} transaction={one.transaction}>
      <span className={styles.line}>{wordsOf(one)}</span>
      <span className={styles.buttons}>
        <Button
          size="small"
          appearance={one === data.items[0] ? "primary" : "secondary"}
          onClick={() => void acts.link(receipt.id, one.transaction.id)}
        >
          This is it
        </Button>
        <Button size="small" onClick={() => void acts.refuse(receipt.id, one.transaction.id)}>
          Not this one
        </Button>
      </span>
    </Booked>
  ));
}

const wordsOf = ({ score, reasons }: ReceiptCandidates["items"][number]) =>
  `${score} of 100: ${reasons.map(({ words }) => withinSentence(words)).join(", ")}.`;

const withinSentence = (words: string) => words.replace(/^\p{Lu}/u, (first) => first.toLowerCase());

function Booked({ transaction, children }: { transaction: Transaction; children: ReactNode }) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const { amount, currency, date, accountId } = transaction;
  const query = new URLSearchParams({ account: accountId, from: date, to: date });
  return (
    <div className={styles.card}>
      <Link className={`${styles.name} ${styles.link}`} to={`/finance/transactions?${query}`}>
        {titleOf(transaction)}
      </Link>
      <span className={styles.figure}>{money(amount, currency, locale)}</span>
      <span className={styles.line}>{dayText(date, locale)}</span>
      {children}
    </div>
  );
}
