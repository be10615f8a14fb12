import { decimalOf, readAmount } from "@tessera/contracts-finance/currencies.ts";
import { MAX_RECEIPT_LINE_LENGTH, MAX_RECEIPT_LINES } from "@tessera/contracts-finance/limits.ts";
import type { Receipt, ReceiptLine, ReceiptPatch } from "@tessera/contracts-finance/receipts.ts";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { StatusText, TextButton, useUiSettings } from "@tessera/ui";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { money } from "../money.ts";
import { sumInWords } from "./sum-in-words.ts";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "8px" },
  title: { margin: 0, fontSize: "16px", lineHeight: "24px", fontWeight: 600 },
  list: { listStyle: "none", margin: 0, padding: 0, display: "flex", flexDirection: "column", gap: "4px" },
  line: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) 104px auto",
    alignItems: "start",
    gap: "8px",
    "& input": { minWidth: 0, width: "100%" },
  },
  field: { width: "100%", minWidth: 0 },
  figure: { "& input": { textAlign: "right", fontVariantNumeric: "tabular-nums" } },
  foot: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px 16px" },
  origin: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
});

/** The lines of a receipt, to correct in place: left with Tab or Enter, a line is saved. */
export function ReceiptLines({
  receipt,
  correct,
}: {
  receipt: Receipt;
  correct: (patch: ReceiptPatch) => Promise<void>;
}) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const { lines, currency, total } = receipt;
  const [adds, setAdds] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const set = (at: number, line: ReceiptLine | null) =>
    correct({ lines: lines.flatMap((one, place) => (place === at ? (line ?? []) : one)) });
  const sum = sumInWords(lines, total, (amount) => money(amount, currency, locale));
  const close = () => {
    setAdds(false);
    add.current?.focus();
  };
  return (
    <section className={styles.root} aria-label="Lines">
      <h3 className={styles.title}>
        {lines.length === 0 ? "No lines" : lines.length === 1 ? "1 line" : `${lines.length} lines`}
      </h3>
      <ol className={styles.list}>
        {lines.map((line, at) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: what was typed belongs to the place, until it is saved
            key={at}
            label={`Line ${at + 1}`}
            {...{ line, currency }}
            onSave={(changed) => set(at, changed)}
            onDelete={() => void set(at, null)}
          />
        ))}
        {adds && (
          <Line
            label="New line"
            line={null}
            currency={currency}
            onSave={(line) => {
              close();
              return correct({ lines: [...lines, line] });
            }}
            onDelete={close}
          />
        )}
      </ol>
      <div className={styles.foot}>
        <Button
          ref={add}
          size="small"
          disabledFocusable={adds || lines.length >= MAX_RECEIPT_LINES}
          onClick={() => setAdds(true)}
        >
          Add a line
        </Button>
        {sum && <StatusText status={sum.agrees ? "ok" : "warn"}>{sum.words}</StatusText>}
        {receipt.linesByHand && (
          <span className={styles.origin}>
            Set by you.{" "}
            <TextButton onClick={() => void correct({ lines: null })}>Use the lines that were read</TextButton>
          </span>
        )}
      </div>
    </section>
  );
}

function Line(props: {
  label: string;
  /** null: one that is new. */
  line: ReceiptLine | null;
  currency: string;
  onSave(line: ReceiptLine): Promise<void>;
  onDelete(): void;
}) {
  const styles = useStyles();
  const { line, currency } = props;
  const known = { text: line?.text ?? "", amount: line ? decimalOf(line.amount, currency) : "" };
  const [typed, setTyped] = useState(known);
  const [problem, setProblem] = useState<{ field: "text" | "amount"; words: string } | null>(null);
  const saved = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known takes the place of what was typed
  useEffect(() => {
    setTyped(known);
    setProblem(null);
  }, [known.text, known.amount]);
  const save = () => {
    const [text, amount] = [typed.text.trim(), readAmount(typed.amount, currency)];
    if (!line && text === "" && typed.amount.trim() === "") return;
    if (text === "") return setProblem({ field: "text", words: "Say what it is." });
    if (amount === null) return setProblem({ field: "amount", words: "For example 12.50." });
    setProblem(null);
    // Left after Enter, a line is not saved twice while the answer is on its way.
    const said = `${text} ${amount}`;
    if ((text === line?.text && amount === line.amount) || saved.current === said) return;
    saved.current = said;
    void props.onSave({ text, amount }).finally(() => {
      saved.current = null;
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") save();
    if (event.key !== "Escape" || (line && typed.text === known.text && typed.amount === known.amount)) return;
    event.stopPropagation();
    if (!line) return props.onDelete();
    setTyped(known);
    setProblem(null);
  };
  return (
    <li
      className={styles.line}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) save();
      }}
    >
      <Field validationMessage={problem?.field === "text" ? problem.words : undefined}>
        <Input
          className={styles.field}
          aria-label={`${props.label}: what it is`}
          autoFocus={!line}
          placeholder={line ? undefined : "What it is"}
          value={typed.text}
          maxLength={MAX_RECEIPT_LINE_LENGTH}
          onChange={(_, { value }) => setTyped({ ...typed, text: value })}
          onKeyDown={onKeyDown}
        />
      </Field>
      <Field validationMessage={problem?.field === "amount" ? problem.words : undefined}>
        <Input
          className={mergeClasses(styles.field, styles.figure)}
          aria-label={`${props.label}: amount`}
          inputMode="decimal"
          placeholder={line ? undefined : "Amount"}
          value={typed.amount}
          onChange={(_, { value }) => setTyped({ ...typed, amount: value })}
          onKeyDown={onKeyDown}
        />
      </Field>
      <Button
        appearance="subtle"
        aria-label={line ? `Delete ${props.label.toLowerCase()}, ${line.text}` : "Cancel the new line"}
        onClick={props.onDelete}
      >
        {line ? "Delete" : "Cancel"}
      </Button>
    </li>
  );
}
