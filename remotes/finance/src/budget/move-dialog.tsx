import type { BudgetMonth, BudgetMove } from "@tessera/contracts-finance/budgets.ts";
import { decimalOf } from "@tessera/contracts-finance/currencies.ts";
import { Checkbox, Field } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";
import { AmountField } from "./amount-field.tsx";
import { readSum } from "./arithmetic.ts";
import type { BudgetTableRow } from "./budget-rows.ts";

interface Props {
  row: BudgetTableRow;
  /** Other categories that can give or take. */
  others: readonly BudgetTableRow[];
  shown: BudgetMonth;
  text: (amount: number) => string;
  onMove: (move: Omit<BudgetMove, "month">, words: string) => Promise<void>;
  onCarries: (carries: boolean) => Promise<void>;
}

/** Moves money from a category, or covers what it overspent. */
export const openMoveDialog = (props: Props) =>
  shell().dialogs.open(MoveDialog, props, {
    title: `${props.row.name}: ${props.text(props.row.figures.balance)}`,
    maxWidth: "440px",
    buttons: [],
  });

const READY = "ready";

function MoveDialog(props: Props & { dialog: DialogActions<true> }) {
  const { row, others, shown, text, dialog } = props;
  const { currency, kind } = shown.budget;
  const { balance } = row.figures;
  const isOver = balance < 0;
  const [direction, setDirection] = useState<"from" | "to">(isOver ? "from" : "to");
  const richest = others.toSorted((a, b) => b.figures.balance - a.figures.balance)[0];
  const hasReady = (shown.pool?.ready ?? 0) > 0;
  const [other, setOther] = useState(isOver && !hasReady && richest ? richest.categoryId : READY);
  const [typed, setTyped] = useState(balance === 0 ? "" : decimalOf(Math.abs(balance), currency));
  const [carries, setCarries] = useState(row.carries);
  const amount = typed.trim() === "" ? 0 : readSum(typed, currency);

  const act = async () => {
    if (amount) {
      const side = other === READY ? null : other;
      const name = others.find(({ categoryId }) => categoryId === side)?.name ?? "Ready to assign";
      const [from, to] = direction === "from" ? [side, row.categoryId] : [row.categoryId, side];
      const [giver, taker] = direction === "from" ? [name, row.name] : [row.name, name];
      await props.onMove({ from, to, amount }, `${text(amount)} moved from ${giver} to ${taker}`);
    }
    if (carries !== row.carries) await props.onCarries(carries);
  };
  const label = isOver && direction === "from" ? "Cover from" : direction === "from" ? "From" : "To";
  return (
    <DialogForm
      dialog={dialog}
      confirm={isOver && direction === "from" ? "Cover" : amount ? "Move" : "Save"}
      cancel="Cancel"
      disabled={amount === null || amount < 0}
      act={act}
    >
      <AmountField
        label="Amount"
        currency={currency}
        text={typed}
        onChange={setTyped}
        wrong={amount !== null && amount < 0 ? "Enter an amount above zero." : undefined}
      />
      <Field label="Direction">
        <Select value={direction} onChange={(_, data) => setDirection(data.value as "from" | "to")}>
          <option value="from">To {row.name}</option>
          <option value="to">Away from {row.name}</option>
        </Select>
      </Field>
      <Field label={label}>
        <Select value={other} onChange={(_, data) => setOther(data.value)}>
          <option value={READY}>
            {shown.pool ? `Ready to assign (${text(shown.pool.ready)})` : "The budget as a whole"}
          </option>
          {others.map((one) => (
            <option key={one.key} value={one.categoryId}>
              {one.name} ({text(one.figures.balance)})
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        label={
          kind === "envelope"
            ? "Carry on what is overspent, from this month on"
            : "Carry on what is left or over, from this month on"
        }
        checked={carries}
        onChange={(_, data) => setCarries(data.checked === true)}
      />
    </DialogForm>
  );
}
