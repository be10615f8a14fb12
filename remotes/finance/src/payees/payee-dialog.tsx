import { MAX_ALIASES, MAX_NAME_LENGTH } from "@tessera/contracts-finance/limits.ts";
import type { Payee, PayeeChanged } from "@tessera/contracts-finance/payees.ts";
import { Field, Input, Textarea } from "@tessera/fluent-data";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { finance } from "../api.ts";

interface Props {
  payee: Payee;
  onDone: (done: PayeeChanged) => void;
}

/** Renames a payee, and says how banks write it. */
export const openPayeeDialog = (props: Props) =>
  shell().dialogs.open(PayeeDialog, props, { title: "Change the payee", buttons: [] });

const sentence = (error: unknown) => failureWords("Nothing was saved.", error);

function PayeeDialog({ payee, onDone, dialog }: Props & { dialog: DialogActions<true> }) {
  const [name, setName] = useState(payee.name);
  const [text, setText] = useState(payee.aliases.join("\n"));
  const aliases = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const long = aliases.find((alias) => alias.length > MAX_NAME_LENGTH);
  const wrong = long
    ? `“${long.slice(0, 20)}…” is longer than ${MAX_NAME_LENGTH} characters.`
    : aliases.length > MAX_ALIASES
      ? `There are ${MAX_ALIASES} at most.`
      : undefined;
  const act = async () => onDone(await finance.changePayee(payee.id, payee.version, { name: name.trim(), aliases }));
  return (
    <DialogForm
      dialog={dialog}
      confirm="Save"
      cancel="Cancel"
      disabled={!name.trim() || wrong !== undefined}
      act={act}
      sentence={sentence}
    >
      <Field label="Name" required hint="The old name stays as another spelling.">
        <Input value={name} maxLength={MAX_NAME_LENGTH} autoFocus onChange={(_, data) => setName(data.value)} />
      </Field>
      <Field
        label="Other spellings"
        hint="One in a line, as banks write it. Imports know it by them."
        validationMessage={wrong}
      >
        <Textarea rows={6} value={text} onChange={(_, data) => setText(data.value)} />
      </Field>
    </DialogForm>
  );
}
