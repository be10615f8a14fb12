import type { Account } from "@tessera/contracts-finance/accounts.ts";
import { decimalOf, readAmount } from "@tessera/contracts-finance/currencies.ts";
import { MAX_NAME_LENGTH, MAX_NOTE_LENGTH, MAX_SPLITS } from "@tessera/contracts-finance/limits.ts";
import type { Receipt } from "@tessera/contracts-finance/receipts.ts";
import type { Transaction } from "@tessera/contracts-finance/transactions.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Checkbox, Field, Input, Textarea } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm, Notice, TextButton } from "@tessera/ui";
import { DayField } from "@tessera/ui/day-field";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { finance } from "../api.ts";
import type { TreeNode } from "../frame/use-books.ts";
import { money } from "../money.ts";
import { AttachedReceipts } from "../receipts/attached-receipts.tsx";
import { splitByLines } from "../receipts/split-by-lines.ts";
import { breaksReconciliation, whyLocked } from "./unlock.ts";
import { WhereFrom } from "./where-from.tsx";

interface Props {
  accounts: readonly Account[];
  tree: readonly TreeNode[];
  transaction?: Transaction;
  /** The account of a new one. */
  accountId?: string;
  today: string;
  /** Leads on to a rule that does with others like it what was done with this one. */
  onMakeRule?: (transaction: Transaction) => void;
  onDone: (done: { act: string; transaction: Transaction }) => void;
}

/** Adds a transaction, or changes all of one, its splits too. */
export const openTransactionDialog = (props: Props) =>
  shell().dialogs.open(TransactionDialog, props, {
    title: props.transaction ? "Change the transaction" : "Add a transaction",
    maxWidth: "640px",
    scrollable: true,
    buttons: [],
  });

const useStyles = makeStyles({
  pair: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(160px, 1fr))",
    gap: "16px",
    alignItems: "start",
  },
  split: { display: "grid", gridTemplateColumns: "minmax(0, 1fr) 112px", gap: "8px", marginBottom: "8px" },
  rest: { color: tokens.colorNeutralForeground3, fontVariantNumeric: "tabular-nums" },
  bad: { color: "var(--bad)" },
  foot: { display: "flex", flexWrap: "wrap", justifyContent: "space-between", alignItems: "center", gap: "8px" },
});

/** A part while it is typed; `key` is its place in this dialog. */
interface Part {
  key: number;
  amount: string;
  categoryId: string;
  note: string | null;
}

const sentence = (error: unknown) => failureWords("Nothing was saved.", error);

function TransactionDialog(props: Props & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const { accounts, tree, transaction: before, onDone, dialog } = props;
  const [key] = useState(() => crypto.randomUUID());
  const [accountId, setAccountId] = useState(before?.accountId ?? props.accountId ?? accounts[0]?.id ?? "");
  const currency = accounts.find(({ id }) => id === accountId)?.currency ?? before?.currency ?? "EUR";
  const [date, setDate] = useState(before?.date ?? props.today);
  const [payee, setPayee] = useState(before?.payee?.name ?? "");
  const [note, setNote] = useState(before?.note ?? "");
  const [tags, setTags] = useState(before?.tags.join(", ") ?? "");
  const [amount, setAmount] = useState(before ? decimalOf(before.amount, currency) : "");
  const [parts, setParts] = useState<Part[]>(() =>
    (before?.splits ?? [{ amount: 0, categoryId: null, note: null }]).map((split, index) => ({
      key: index,
      amount: decimalOf(split.amount, currency),
      categoryId: split.categoryId ?? "",
      note: split.note,
    })),
  );
  const [agreed, setAgreed] = useState(false);
  const value = readAmount(amount, currency);
  const amounts = parts.map((part) => (parts.length === 1 ? value : readAmount(part.amount, currency)));
  const rest = value === null || amounts.includes(null) ? null : value - amounts.reduce<number>((a, b) => a + b!, 0);
  const change = (at: number, patch: Partial<Part>) =>
    setParts(parts.map((part, index) => (index === at ? { ...part, ...patch } : part)));
  const split = (receipt: Receipt) =>
    setParts(
      splitByLines(receipt, value ?? before?.amount ?? 0).map((part, key) => ({
        ...{ key, amount: decimalOf(part.amount, currency), categoryId: "", note: part.note },
      })),
    );
  const addPart = () => {
    const known = parts.length === 1 && value !== null ? [{ ...parts[0]!, amount }] : parts;
    setParts([
      ...known,
      { key: Math.max(...parts.map((part) => part.key)) + 1, amount: "0", categoryId: "", note: null },
    ]);
  };

  const wanted = { accountId, date, amount: value ?? before?.amount };
  const unlocks = before !== undefined && breaksReconciliation(before, wanted);
  const act = async () => {
    const values = {
      accountId,
      date,
      amount: value!,
      payee: payee.trim() || null,
      note: note.trim() || null,
      tags: [...new Set(tags.split(",").flatMap((tag) => tag.trim() || []))],
      splits: parts.map((part, index) => ({
        ...{ amount: amounts[index]!, categoryId: part.categoryId || null, note: part.note },
      })),
    };
    onDone(
      before
        ? await finance.changeTransaction(before.id, before.version, {
            ...values,
            ...(unlocks ? { state: "cleared" as const } : {}),
          })
        : await finance.createTransaction(values, key),
    );
  };
  return (
    <DialogForm
      dialog={dialog}
      confirm={before ? "Save" : "Add transaction"}
      cancel="Cancel"
      disabled={!accountId || !date || value === null || rest !== 0 || (unlocks && !agreed)}
      act={act}
      sentence={sentence}
    >
      <div className={styles.pair}>
        <Field label="Payee">
          <Input
            autoFocus
            value={payee}
            maxLength={MAX_NAME_LENGTH}
            list="finance-payees"
            onChange={(_, data) => setPayee(data.value)}
          />
        </Field>
        <Field
          label={`Amount, ${currency}`}
          required
          validationMessage={amount && value === null ? "Enter an amount, for example -12.50." : undefined}
          hint="With a minus sign for money paid out."
        >
          <Input value={amount} inputMode="decimal" onChange={(_, data) => setAmount(data.value)} />
        </Field>
        <Field label="Day" required>
          <DayField label="Day" required value={date} onChange={setDate} />
        </Field>
        <Field label="Account">
          <Select value={accountId} onChange={(_, data) => setAccountId(data.value)}>
            {accounts.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div>
        {parts.map((part, index) => (
          <div key={part.key} className={parts.length > 1 ? styles.split : undefined}>
            <Field
              label={parts.length > 1 ? `Category ${index + 1}` : "Category"}
              hint={(parts.length > 1 && part.note) || undefined}
            >
              <Select value={part.categoryId} onChange={(_, data) => change(index, { categoryId: data.value })}>
                <option value="">No category</option>
                {tree.map(({ category, path }) => (
                  <option key={category.id} value={category.id}>
                    {path}
                  </option>
                ))}
              </Select>
            </Field>
            {parts.length > 1 && (
              <Field label={`Part ${index + 1}`}>
                <Input
                  value={part.amount}
                  inputMode="decimal"
                  onChange={(_, data) => change(index, { amount: data.value })}
                />
              </Field>
            )}
          </div>
        ))}
        <div className={styles.foot}>
          {parts.length < MAX_SPLITS && <TextButton onClick={addPart}>Split it</TextButton>}
          {parts.length > 1 && (
            <>
              <TextButton onClick={() => setParts(parts.slice(0, -1))}>Remove the last part</TextButton>
              <span role="status" className={rest ? styles.bad : styles.rest}>
                {rest === null ? "Enter an amount in each part" : `${money(rest, currency)} left to split`}
              </span>
            </>
          )}
        </div>
      </div>
      <Field label="Note">
        <Textarea value={note} maxLength={MAX_NOTE_LENGTH} onChange={(_, data) => setNote(data.value)} />
      </Field>
      <Field label="Tags" hint="Separated by commas">
        <Input value={tags} onChange={(_, data) => setTags(data.value)} />
      </Field>
      {before && <AttachedReceipts transaction={before} onLeave={() => dialog.cancel()} onSplit={split} />}
      {before && <WhereFrom id={before.id} onLeave={() => dialog.cancel()} />}
      {unlocks && (
        <Notice intent="warning">
          {whyLocked(before)}
          <Checkbox
            label="Change and unlock it all the same"
            checked={agreed}
            onChange={(_, { checked }) => setAgreed(checked === true)}
          />
        </Notice>
      )}
      {before && props.onMakeRule && (
        <div>
          <TextButton
            onClick={() => {
              dialog.cancel();
              props.onMakeRule!(before);
            }}
          >
            Make a rule of it
          </TextButton>
        </div>
      )}
    </DialogForm>
  );
}
