import type { Payee, PayeesMerged } from "@tessera/contracts-finance/payees.ts";
import { Field } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";
import { finance } from "../api.ts";

interface Props {
  /** Two or more, the most used one first. */
  payees: readonly Payee[];
  onDone: (done: PayeesMerged) => void;
}

/** Makes one payee of several; asks which one stays. */
export const openMergeDialog = (props: Props) =>
  shell().dialogs.open(MergeDialog, props, {
    title: `Merge ${props.payees.length} payees`,
    maxWidth: "440px",
    buttons: [],
  });

function MergeDialog({ payees, onDone, dialog }: Props & { dialog: DialogActions<true> }) {
  const [into, setInto] = useState(payees[0]!.id);
  const [key] = useState(() => crypto.randomUUID());
  const others = payees.filter(({ id }) => id !== into);
  const moved = others.reduce((sum, { transactions }) => sum + transactions, 0);
  const act = async () => onDone(await finance.mergePayees({ into, ids: others.map(({ id }) => id) }, key));
  return (
    <DialogForm dialog={dialog} confirm="Merge" cancel="Cancel" act={act}>
      <Field
        label="The one that stays"
        hint={`It gets ${moved.toLocaleString()} ${moved === 1 ? "transaction" : "transactions"} of the others, and their names as other spellings.`}
      >
        <Select autoFocus value={into} onChange={(_, data) => setInto(data.value)}>
          {payees.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </DialogForm>
  );
}
