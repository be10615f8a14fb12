import { decimalOf, readAmount } from "@tessera/contracts-finance/currencies.ts";
import { MAX_NAME_LENGTH, MAX_NOTE_LENGTH } from "@tessera/contracts-finance/limits.ts";
import type { Transaction, TransactionPatch } from "@tessera/contracts-finance/transactions.ts";
import { mergeClasses } from "@tessera/fluent";
import { useUiSettings } from "@tessera/ui";
import { DayField } from "@tessera/ui/day-field";
import { type KeyboardEvent, useRef, useState } from "react";
import type { TreeNode } from "../frame/use-books.ts";
import { useRowStyles } from "./row-styles.ts";

/** Where the person continues after a row is saved. */
export type After = "stay" | "next" | "previous";

/** Columns that can be typed in; the focus stays in one of them from row to row. */
export type Column = "date" | "payee" | "category" | "note" | "amount";

/**
 * A row as fields: Tab goes through them, Enter saves and continues below, Shift and Enter above, Escape leaves all
 * as it was. Leaving the row with the pointer saves it too.
 */
export function EditRow(props: {
  row: Transaction;
  tree: readonly TreeNode[];
  column: Column;
  onSave: (row: Transaction, patch: TransactionPatch, after: After, column: Column) => void;
  onCancel: () => void;
}) {
  const styles = useRowStyles();
  const { density } = useUiSettings();
  const { row, tree } = props;
  const [date, setDate] = useState(row.date);
  const [payee, setPayee] = useState(row.payee?.name ?? "");
  const only = row.splits.length === 1 ? row.splits[0] : undefined;
  const [category, setCategory] = useState(only?.categoryId ?? "");
  const [note, setNote] = useState(row.note ?? "");
  const [amount, setAmount] = useState(decimalOf(row.amount, row.currency));
  const [wrong, setWrong] = useState<Column | null>(null);
  const column = useRef(props.column);
  const ended = useRef(false);
  /** The day, also within the event that takes it. */
  const taken = useRef(row.date);

  const save = (after: After) => {
    if (ended.current) return;
    const value = readAmount(amount, row.currency);
    if (value === null) return setWrong("amount");
    ended.current = true;
    const patch: TransactionPatch = {};
    if (taken.current !== row.date) patch.date = taken.current;
    if (payee.trim() !== (row.payee?.name ?? "")) patch.payee = payee.trim() || null;
    if (note.trim() !== (row.note ?? "")) patch.note = note.trim() || null;
    if (value !== row.amount) patch.amount = value;
    if (only && category !== (only.categoryId ?? "")) patch.categoryId = category || null;
    props.onSave(row, patch, after, column.current);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      save(event.shiftKey ? "previous" : "next");
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      ended.current = true;
      props.onCancel();
    }
  };
  const field = (name: Column) => ({
    className: styles.input,
    autoFocus: props.column === name,
    "aria-invalid": wrong === name,
    onFocus: () => {
      column.current = name;
    },
  });
  return (
    <fieldset
      aria-label={`Edit ${row.payee?.name ?? row.payeeText ?? "the transaction"}`}
      className={mergeClasses(styles.row, density === "compact" && styles.compact, styles.checked)}
      style={{ border: "none", minWidth: 0 }}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        // A day that means nothing is kept to be corrected.
        const isWrong = event.currentTarget.querySelector('[aria-label="Day"][aria-invalid="true"]');
        if (!isWrong && !event.currentTarget.contains(event.relatedTarget)) save("stay");
      }}
    >
      <span />
      <DayField
        label="Day"
        required
        value={date}
        onChange={(day) => {
          taken.current = day;
          setDate(day);
        }}
        cell={field("date")}
      />
      <input
        {...field("payee")}
        aria-label="Payee"
        list="finance-payees"
        maxLength={MAX_NAME_LENGTH}
        value={payee}
        onChange={(event) => setPayee(event.target.value)}
      />
      {only ? (
        <select
          {...field("category")}
          aria-label="Category"
          value={category}
          onChange={(event) => setCategory(event.target.value)}
        >
          <option value="">No category</option>
          {tree.map(({ category: { id }, path }) => (
            <option key={id} value={id}>
              {path}
            </option>
          ))}
        </select>
      ) : (
        <span className={mergeClasses(styles.cell, styles.second)}>Split in {row.splits.length}</span>
      )}
      <input
        {...field("note")}
        aria-label="Note"
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <input
        {...field("amount")}
        className={mergeClasses(styles.input, styles.inputFigure)}
        aria-label={`Amount, ${row.currency}`}
        inputMode="decimal"
        readOnly={!only}
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
    </fieldset>
  );
}
