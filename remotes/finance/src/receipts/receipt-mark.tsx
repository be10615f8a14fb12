import { ReceiptFilled } from "@fluentui/react-icons/svg/receipt";
import type { Transaction } from "@tessera/contracts-finance/transactions.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";

const useStyles = makeStyles({
  mark: {
    display: "inline-flex",
    verticalAlign: "-3px",
    color: tokens.colorBrandForegroundLink,
    ":focus-visible": { outline: "2px solid var(--ink)" },
  },
});

export const receiptPath = (id: string) => `/finance/receipts?receipt=${id}`;

/** Says that a transaction has a receipt, and opens it. */
export function ReceiptMark({ transaction: { receipts } }: { transaction: Transaction }) {
  const styles = useStyles();
  const [first] = receipts ?? [];
  if (!first) return null;
  const label = `Receipt ${first.merchant ?? ""}`.trim();
  return (
    <Link
      className={styles.mark}
      to={receiptPath(first.id)}
      aria-label={label}
      title={label}
      tabIndex={-1}
      onClick={(event) => event.stopPropagation()}
    >
      <ReceiptFilled fontSize={16} />
    </Link>
  );
}
