import type { BudgetMonth } from "@tessera/contracts-finance/budgets.ts";
import { decimalOf } from "@tessera/contracts-finance/currencies.ts";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";
import { AmountField } from "./amount-field.tsx";
import { readSum } from "./arithmetic.ts";

interface Props {
  shown: BudgetMonth;
  onHold: (amount: number) => Promise<void>;
}

/** Asks how much of a month's money is kept for the next one; all that is ready, unless the person says otherwise. */
export const openHoldDialog = (props: Props) =>
  shell().dialogs.open(HoldDialog, props, { title: "Hold for the next month", maxWidth: "440px", buttons: [] });

function HoldDialog({ shown, onHold, dialog }: Props & { dialog: DialogActions<true> }) {
  const { currency } = shown.budget;
  const [held, ready] = [shown.pool?.held ?? 0, shown.pool?.ready ?? 0];
  const [text, setText] = useState(decimalOf(Math.max(0, held + ready), currency));
  const amount = text.trim() === "" ? 0 : readSum(text, currency);
  const isNegative = amount !== null && amount < 0;
  return (
    <DialogForm
      dialog={dialog}
      confirm="Hold"
      cancel="Cancel"
      disabled={amount === null || isNegative}
      act={async () => onHold(amount ?? 0)}
    >
      <AmountField
        label="Amount"
        currency={currency}
        text={text}
        onChange={setText}
        hint="It is taken out of what is ready to assign, and is ready in the next month. 0 holds nothing."
        wrong={isNegative ? "Enter an amount, or 0." : undefined}
      />
    </DialogForm>
  );
}
