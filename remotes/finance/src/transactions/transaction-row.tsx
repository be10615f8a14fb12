import { Receipt20Regular } from "@fluentui/react-icons/svg/receipt";
import type { Transaction } from "@tessera/contracts-finance/transactions.ts";
import { mergeClasses } from "@tessera/fluent";
import { Checkbox } from "@tessera/fluent-data";
import { ListRow, useIsPhone, useUiSettings } from "@tessera/ui";
import { memo } from "react";
import { money } from "../money.ts";
import { ReceiptMark } from "../receipts/receipt-mark.tsx";
import { useRowStyles } from "./row-styles.ts";

/** A day as the person writes it, without a time zone: it is a day and no moment. */
export const dayText = (day: string, locale?: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, {
    ...{ timeZone: "UTC", day: "numeric", month: "short", year: "numeric" },
  });

/** Payee, else what the bank wrote, else the note. */
export const titleOf = ({ payee, payeeText, note }: Transaction) =>
  payee?.name ?? payeeText ?? note ?? "Without a payee";

/** The categories of its splits in words; a transfer is neither income nor expense. */
export function categoryText({ splits, transfer }: Transaction, names: ReadonlyMap<string, string>): string {
  if (transfer) return "Transfer";
  if (splits.length > 1) return `Split in ${splits.length}`;
  const id = splits[0]?.categoryId;
  return id ? (names.get(id) ?? "") : "";
}

/** One line of columns; on a phone two lines. */
export const TransactionRow = memo(function TransactionRow(props: {
  row: Transaction;
  categories: ReadonlyMap<string, string>;
  account: string | undefined;
  checked: boolean;
  onCheck: (id: string) => void;
  onOpen: (row: Transaction) => void;
}) {
  const styles = useRowStyles();
  const { locale, density } = useUiSettings();
  const { row, checked, account } = props;
  const category = categoryText(row, props.categories);
  const amount = money(row.amount, row.currency, locale);
  if (useIsPhone())
    return (
      <ListRow
        icon={<Receipt20Regular />}
        title={titleOf(row)}
        line={[dayText(row.date, locale), category || "No category", account].filter(Boolean).join(" · ")}
        age={amount}
        tags={<ReceiptMark transaction={row} />}
        onOpen={() => props.onOpen(row)}
      />
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the list gives the row its focus and keys
    <div
      className={mergeClasses(styles.row, density === "compact" && styles.compact, checked && styles.checked)}
      onDoubleClick={() => props.onOpen(row)}
      data-transaction={titleOf(row)}
    >
      <Checkbox
        className={styles.box}
        tabIndex={-1}
        aria-label={`Select ${titleOf(row)}`}
        checked={checked}
        onChange={() => props.onCheck(row.id)}
      />
      <span className={mergeClasses(styles.cell, styles.second)}>{dayText(row.date, locale)}</span>
      <span className={styles.cell} title={row.payeeText ?? undefined}>
        {titleOf(row)} <ReceiptMark transaction={row} />
      </span>
      <span className={mergeClasses(styles.cell, category ? styles.second : styles.third)}>
        {category || "No category"}
      </span>
      <span className={mergeClasses(styles.cell, styles.third)}>
        {[account, row.payee || row.payeeText ? row.note : null, ...row.tags].filter(Boolean).join(" · ")}
      </span>
      <span className={styles.figure}>{amount}</span>
    </div>
  );
});
