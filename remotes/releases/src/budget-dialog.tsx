import type { WeightBudget } from "@tessera/contracts-releases/weight.ts";
import { Field, Input } from "@tessera/fluent-data";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";

export interface BudgetProps {
  budget: WeightBudget;
  save: (budget: WeightBudget) => Promise<unknown>;
}

/** kB that no release can reach: the registry takes none over 64 MB. */
const MAX_KILOBYTES = 64_000;

/** What a release may weigh at most to be published, in kB. */
export function BudgetDialog({ budget, save, dialog }: BudgetProps & { dialog: DialogActions<true> }) {
  const [first, setFirst] = useState(String(budget.firstLoad / 1000));
  const [all, setAll] = useState(String(budget.total / 1000));
  const bytes = (text: string) => Math.round(Number(text) * 1000);
  const wrong = (text: string) => !(Number(text) > 0 && Number(text) <= MAX_KILOBYTES);
  const state = (text: string) =>
    wrong(text)
      ? ({ validationMessage: "This is not a number of kB, at most 64000.", validationState: "error" } as const)
      : {};
  return (
    <DialogForm
      dialog={dialog}
      confirm="Save"
      cancel="Cancel"
      disabled={wrong(first) || wrong(all)}
      act={() => save({ firstLoad: bytes(first), total: bytes(all) })}
    >
      <Field label="Script of the first view, kB" hint="As browsers are sent it, compressed." {...state(first)}>
        <Input value={first} inputMode="decimal" onChange={(_, data) => setFirst(data.value.trim())} />
      </Field>
      <Field
        label="All files, kB"
        hint="Without source maps. A heavier release is refused when it is published; what is live stays."
        {...state(all)}
      >
        <Input value={all} inputMode="decimal" onChange={(_, data) => setAll(data.value.trim())} />
      </Field>
    </DialogForm>
  );
}
