import type { Rate } from "@tessera/contracts-finance/rates.ts";
import { Field, Input } from "@tessera/fluent-data";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { DayField } from "@tessera/ui/day-field";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { finance } from "../api.ts";

interface Props {
  /** What it begins with. */
  base: string;
  quote: string;
  day: string;
  rate?: number;
  onDone: (done: { act: string; rate: Rate }) => void;
}

/** Gives the rate of two currencies on a day; another one of that day is replaced. */
export const openRateDialog = (props: Props) =>
  shell().dialogs.open(RateDialog, props, {
    title: props.rate === undefined ? "Give a rate" : "Change the rate",
    buttons: [],
  });

const isCurrency = (text: string) => /^[A-Z]{3}$/.test(text);
const sentence = (error: unknown) => failureWords("Nothing was saved.", error);

/** "0.92" or "0,92"; null when it is none. */
export function readRate(text: string): number | null {
  const rate = /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(",", ".")) : 0;
  return rate >= 1e-9 && rate <= 1e9 ? rate : null;
}

function RateDialog({ onDone, dialog, ...start }: Props & { dialog: DialogActions<true> }) {
  const [base, setBase] = useState(start.base);
  const [quote, setQuote] = useState(start.quote);
  const [day, setDay] = useState(start.day);
  const [text, setText] = useState(start.rate === undefined ? "" : String(start.rate));
  const rate = readRate(text);
  const isPair = isCurrency(base) && isCurrency(quote) && base !== quote;
  const isKnown = start.rate !== undefined;
  return (
    <DialogForm
      dialog={dialog}
      confirm="Save"
      cancel="Cancel"
      disabled={!isPair || rate === null || !day}
      act={async () => onDone(await finance.setRate({ base, quote, day, rate: rate! }))}
      sentence={sentence}
    >
      {!isKnown && (
        <>
          <Field label="One unit of" required hint="Three letters, for example USD.">
            <Input
              value={base}
              maxLength={3}
              autoFocus={!base}
              onChange={(_, data) => setBase(data.value.toUpperCase())}
            />
          </Field>
          <Field
            label="In"
            required
            validationMessage={isCurrency(quote) && base === quote ? "Choose two different currencies." : undefined}
          >
            <Input value={quote} maxLength={3} onChange={(_, data) => setQuote(data.value.toUpperCase())} />
          </Field>
          <Field label="Day" required>
            <DayField label="Day" required value={day} onChange={setDay} />
          </Field>
        </>
      )}
      <Field
        label={isPair ? `1 ${base} in ${quote}` : "Rate"}
        required
        hint="It holds from that day on, until a later one is known."
        validationMessage={text && rate === null ? "Enter a number, for example 0.92." : undefined}
      >
        <Input
          value={text}
          inputMode="decimal"
          autoFocus={isKnown || Boolean(start.base)}
          onChange={(_, data) => setText(data.value)}
        />
      </Field>
    </DialogForm>
  );
}
