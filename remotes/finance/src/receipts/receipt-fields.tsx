import { decimalOf, readAmount } from "@tessera/contracts-finance/currencies.ts";
import { MAX_NAME_LENGTH } from "@tessera/contracts-finance/limits.ts";
import type { Receipt, ReceiptField, ReceiptPatch } from "@tessera/contracts-finance/receipts.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { TextButton } from "@tessera/ui";
import { DayField } from "@tessera/ui/day-field";
import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";

const useStyles = makeStyles({
  fields: { display: "flex", flexDirection: "column", gap: "12px" },
  pair: { display: "grid", gridTemplateColumns: "minmax(0, 1fr) 96px", alignItems: "start", gap: "12px" },
  // The field's own least width is more than three letters take.
  narrow: { width: "100%", minWidth: 0, "& input": { minWidth: 0, width: "100%" } },
  origin: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  doubt: { color: "var(--warn)" },
});

/** Below this a value is shown as one to look at. */
const DOUBTFUL = 70;

type Correct = (patch: ReceiptPatch) => void;

/** What a receipt says, to correct in place: left with Tab or Enter, a value is saved. */
export function ReceiptFields({ receipt, correct }: { receipt: Receipt; correct: Correct }) {
  const styles = useStyles();
  const { currency } = receipt;
  const amount = (value: number | null) => (value === null ? "" : decimalOf(value, currency));
  const takesAmount = (field: "total" | "tax") => (text: string) => {
    if (text.trim() === "") {
      if (receipt.byHand.includes(field)) correct({ [field]: null });
      return true;
    }
    const value = readAmount(text, currency);
    if (value === null) return "Enter an amount, for example 12.50.";
    if (value !== receipt[field]) correct({ [field]: value });
    return true;
  };
  return (
    <div className={styles.fields}>
      <TextField
        label="Shop"
        value={receipt.merchant ?? ""}
        maxLength={MAX_NAME_LENGTH}
        origin={<Origin {...{ receipt, correct }} field="merchant" />}
        onSave={(text) => {
          const merchant = text.trim() || null;
          if (merchant !== receipt.merchant && (merchant || receipt.byHand.includes("merchant"))) correct({ merchant });
          return true;
        }}
      />
      <Field label="Day" hint={{ children: <Origin {...{ receipt, correct }} field="date" /> }}>
        <DayField
          label="Day"
          value={receipt.date ?? ""}
          onChange={(date) => {
            if (date && date !== receipt.date) correct({ date });
          }}
        />
      </Field>
      <div className={styles.pair}>
        <TextField
          label="Total"
          value={amount(receipt.total)}
          numeric
          origin={<Origin {...{ receipt, correct }} field="total" />}
          onSave={takesAmount("total")}
        />
        <TextField
          label="Currency"
          value={currency}
          maxLength={3}
          origin={<Origin {...{ receipt, correct }} field="currency" />}
          onSave={(text) => {
            const code = text.trim().toUpperCase();
            if (!/^[A-Z]{3}$/.test(code)) return "Three letters, for example EUR.";
            if (code !== currency) correct({ currency: code });
            return true;
          }}
        />
      </div>
      <TextField
        label="Tax in it"
        value={amount(receipt.tax)}
        numeric
        origin={<Origin {...{ receipt, correct }} field="tax" />}
        onSave={takesAmount("tax")}
      />
    </div>
  );
}

/** Who says so: the person, or the file, and how surely. */
function Origin({ receipt, field, correct }: { receipt: Receipt; field: ReceiptField; correct: Correct }) {
  const styles = useStyles();
  const found = receipt.found[field];
  if (receipt.byHand.includes(field))
    return (
      <span className={styles.origin}>
        Set by you.{" "}
        {found && (
          <TextButton
            onClick={() => correct({ [field]: null })}
          >{`Use what was read: ${shown(found.value, receipt)}`}</TextButton>
        )}
      </span>
    );
  if (!found) return <span className={styles.origin}>Not found on the receipt.</span>;
  return (
    <span
      className={mergeClasses(styles.origin, found.confidence < DOUBTFUL && styles.doubt)}
      title={`${found.confidence} of 100`}
    >
      {found.confidence < DOUBTFUL ? "Please check. " : ""}
      {found.reason}.
    </span>
  );
}

const shown = (value: string | number, { currency }: Receipt) =>
  typeof value === "number" ? decimalOf(value, currency) : value;

/** A field that is saved when it is left. `onSave` answers why it cannot be. */
function TextField(props: {
  label: string;
  value: string;
  origin: ReactNode;
  numeric?: boolean;
  maxLength?: number;
  onSave: (text: string) => true | string;
}) {
  const styles = useStyles();
  const [text, setText] = useState(props.value);
  const [problem, setProblem] = useState<string | null>(null);
  // What was read or saved meanwhile takes the place of what was there.
  useEffect(() => {
    setText(props.value);
    setProblem(null);
  }, [props.value]);
  const save = () => {
    const done = props.onSave(text);
    setProblem(done === true ? null : done);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") save();
    if (event.key !== "Escape" || text === props.value) return;
    event.stopPropagation();
    setText(props.value);
    setProblem(null);
  };
  return (
    <Field label={props.label} validationMessage={problem ?? undefined} hint={{ children: props.origin }}>
      <Input
        className={styles.narrow}
        value={text}
        maxLength={props.maxLength}
        inputMode={props.numeric ? "decimal" : undefined}
        onChange={(_, data) => setText(data.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
      />
    </Field>
  );
}
