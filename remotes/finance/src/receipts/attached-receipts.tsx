import type { Receipt } from "@tessera/contracts-finance/receipts.ts";
import type { Transaction } from "@tessera/contracts-finance/transactions.ts";
import { makeStyles } from "@tessera/fluent";
import { Field } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { useQuery } from "@tessera/query";
import { Link } from "@tessera/router";
import { TextButton, useUiSettings } from "@tessera/ui";
import { finance, keys } from "../api.ts";
import { money } from "../money.ts";
import { dayText } from "../transactions/transaction-row.tsx";
import { receiptPath } from "./receipt-mark.tsx";
import { useReceiptActs } from "./use-receipt-acts.ts";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "8px" },
  line: { display: "flex", flexWrap: "wrap", justifyContent: "space-between", gap: "4px 12px" },
});

/** Receipts that are offered: the newest without a transaction. */
const MAX_OFFERED = 200;

/** The receipts of a transaction: opened, detached, and another one attached. */
export function AttachedReceipts(props: {
  transaction: Transaction;
  onLeave: () => void;
  /** Takes the parts that the lines of a receipt are. */
  onSplit: (receipt: Receipt) => void;
}) {
  const { transaction, onLeave, onSplit } = props;
  const styles = useStyles();
  const { locale } = useUiSettings();
  const acts = useReceiptActs();
  const { data: attached = transaction.receipts ?? [] } = useQuery({
    queryKey: keys.transactionReceipts(transaction.id),
    queryFn: async ({ signal }) => (await finance.transaction(transaction.id, signal)).receipts ?? [],
  });
  const { data: receipts } = useQuery({
    queryKey: keys.receipts({ limit: MAX_OFFERED }),
    queryFn: async ({ signal }) => (await finance.receipts({ limit: MAX_OFFERED }, signal)).items,
  });
  const open = receipts?.filter(({ transaction: linked }) => linked === null) ?? [];
  if (attached.length === 0 && open.length === 0) return null;
  return (
    <div className={styles.root}>
      {attached.map(({ id, merchant }) => {
        const receipt = receipts?.find((one) => one.id === id && hasLines(one, transaction));
        return (
          <div key={id} className={styles.line}>
            <Link to={receiptPath(id)} onClick={onLeave}>
              {`Receipt ${merchant ?? "without a shop"}`}
            </Link>
            <span className={styles.line}>
              {receipt && <TextButton onClick={() => onSplit(receipt)}>Split by its lines</TextButton>}
              <TextButton onClick={() => void acts.detach(id)}>Detach</TextButton>
            </span>
          </div>
        );
      })}
      {open.length > 0 && (
        <Field label="Attach a receipt">
          <Select value="" onChange={(_, { value }) => value && void acts.link(value, transaction.id)}>
            <option value="">Choose one</option>
            {open.map(({ id, merchant, date, total, currency }) => (
              <option key={id} value={id}>
                {[
                  merchant ?? "Without a shop",
                  date && dayText(date, locale),
                  total !== null && money(total, currency, locale),
                ]
                  .filter(Boolean)
                  .join(", ")}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </div>
  );
}

const hasLines = (receipt: Receipt, { currency }: Transaction) =>
  receipt.lines.length > 1 && receipt.currency === currency;
