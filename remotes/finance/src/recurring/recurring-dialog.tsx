import { decimalOf, readAmount } from "@tessera/contracts-finance/currencies.ts";
import { MAX_NAME_LENGTH } from "@tessera/contracts-finance/limits.ts";
import type { Every, Recurring, RecurringChanged, RecurringPatch } from "@tessera/contracts-finance/recurring.ts";
import { Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { DayField } from "@tessera/ui/day-field";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { finance } from "../api.ts";
import { EVERY_WORDS } from "./recurring-words.ts";

interface Props {
  recurring: Recurring;
  onDone: (done: RecurringChanged) => void;
}

/** Corrects what was found; to save it confirms it. */
export const openRecurringDialog = (props: Props) =>
  shell().dialogs.open(RecurringDialog, props, { title: "Change the recurring payment", buttons: [] });

const sentence = (error: unknown) => failureWords("Nothing was saved.", error);

function RecurringDialog({ recurring, onDone, dialog }: Props & { dialog: DialogActions<true> }) {
  const { currency, payee, byHand } = recurring;
  const [name, setName] = useState(recurring.name);
  const [every, setEvery] = useState<Every>(recurring.every);
  const [text, setText] = useState(decimalOf(Math.abs(recurring.amount), currency));
  const [due, setDue] = useState(recurring.due ?? "");
  const amount = text.trim() ? readAmount(text, currency) : null;
  const isAmount = !text.trim() || (amount !== null && amount > 0);
  const act = async () => {
    const signed = amount === null ? null : recurring.amount < 0 ? -amount : amount;
    const isNamed = name.trim() && name.trim() !== payee.name;
    const patch: RecurringPatch = {
      ...(name.trim() === recurring.name ? {} : { name: isNamed ? name.trim() : null }),
      ...(every === recurring.every ? {} : { every }),
      ...(signed === recurring.amount ? {} : { amount: signed }),
      ...(due && due !== recurring.due ? { due } : {}),
    };
    onDone(await finance.changeRecurring(recurring.id, recurring.version, { state: "confirmed", ...patch }));
  };
  return (
    <DialogForm dialog={dialog} confirm="Save" cancel="Cancel" disabled={!isAmount} act={act} sentence={sentence}>
      <Field label="Name" hint={`Empty: as the payee, ${payee.name}.`}>
        <Input value={name} maxLength={MAX_NAME_LENGTH} autoFocus onChange={(_, data) => setName(data.value)} />
      </Field>
      <Field label="How often">
        <Select value={every} onChange={(_, data) => setEvery(data.value as Every)}>
          {Object.entries(EVERY_WORDS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={recurring.amount < 0 ? `Amount that goes out, ${currency}` : `Amount that comes in, ${currency}`}
        hint={byHand.includes("amount") ? "Empty: as it was found." : "It stays until you change it here."}
        validationMessage={isAmount ? undefined : "Enter an amount, for example 12.90."}
      >
        <Input value={text} inputMode="decimal" onChange={(_, data) => setText(data.value)} />
      </Field>
      <Field label="Next one on" hint="The days after it follow from this one.">
        <DayField label="Next one on" value={due} onChange={setDue} />
      </Field>
    </DialogForm>
  );
}
