import { BUDGETED_KINDS } from "@tessera/contracts-finance/budgeted-kinds.ts";
import type { BudgetChanged, BudgetKind } from "@tessera/contracts-finance/budgets.ts";
import { addMonths } from "@tessera/contracts-finance/months.ts";
import type { FinancialSummary } from "@tessera/contracts-finance/summary.ts";
import { makeStyles } from "@tessera/fluent";
import { Checkbox, Field } from "@tessera/fluent-data";
import { Radio, RadioGroup, Select } from "@tessera/fluent-extra";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm, useUiSettings } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { finance } from "../api.ts";
import type { TreeNode } from "../frame/use-books.ts";
import { monthText } from "../summary/period.ts";

interface Props {
  /** Currencies of accounts that have no budget yet. */
  currencies: readonly string[];
  tree: readonly TreeNode[];
  thisMonth: string;
  /** Of the last months; null when it could not be read. */
  summary: FinancialSummary | null;
  onDone: (done: BudgetChanged) => void;
}

/** Begins the budget of a currency. */
export async function openStartDialog(props: Omit<Props, "summary">): Promise<void> {
  const summary = await finance.summary({ to: props.thisMonth, months: FIRST_MONTHS }).catch(() => null);
  await shell().dialogs.open(
    StartDialog,
    { ...props, summary },
    { title: "Begin a budget", maxWidth: "480px", scrollable: true, buttons: [] },
  );
}

/** Months that a budget may begin with, back from this one. */
const FIRST_MONTHS = 12;
const KINDS: Record<BudgetKind, string> = {
  envelope: "Envelopes: the money that is there is given to categories, and what is left stays with them",
  tracking: "Limits: each category has one a month, beside what was spent",
};

const useStyles = makeStyles({
  group: { margin: 0, padding: 0, border: "none", minWidth: 0, "& legend": { padding: 0 } },
});

function StartDialog(props: Props & { dialog: DialogActions<true> }) {
  const { currencies, tree, thisMonth, dialog } = props;
  const styles = useStyles();
  const { locale } = useUiSettings();
  const [currency, setCurrency] = useState(currencies[0]!);
  const [kind, setKind] = useState<BudgetKind>("envelope");
  const [start, setStart] = useState(thisMonth);
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [key] = useState(() => crypto.randomUUID());
  // What brought more than it cost is income, unless the person says otherwise.
  const earned = props.summary?.currencies
    .find((one) => one.currency === currency)
    ?.categories.filter(({ sums }) => sums.reduce((total, sum) => total + sum, 0) > 0)
    .flatMap(({ categoryId }) => categoryId ?? []);
  const income =
    chosen ?? new Set([...(earned ?? []), ...tree.flatMap(({ category }) => (category.income ? category.id : []))]);
  const months = Array.from({ length: FIRST_MONTHS + 1 }, (_, back) => addMonths(thisMonth, 1 - back));
  const act = async () => {
    const known = new Set(tree.flatMap(({ category }) => (category.income ? category.id : [])));
    const incomeIds = [...income].filter((id) => !known.has(id));
    props.onDone(await finance.createBudget({ currency, kind, start, incomeIds }, key));
  };
  return (
    <DialogForm
      dialog={dialog}
      confirm="Begin"
      cancel="Cancel"
      act={act}
      sentence={(error) => failureWords("No budget was made.", error)}
    >
      <Field label="Kind">
        <RadioGroup value={kind} onChange={(_, data) => setKind(data.value as BudgetKind)}>
          {Object.entries(KINDS).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </RadioGroup>
      </Field>
      <Field label="Currency" hint={`Counts the accounts in this currency: ${BUDGETED_KINDS.join(", ")}.`}>
        <Select value={currency} onChange={(_, data) => setCurrency(data.value)}>
          {currencies.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </Field>
      <Field label="First month">
        <Select value={start} onChange={(_, data) => setStart(data.value)}>
          {months.map((month) => (
            <option key={month} value={month}>
              {monthText(month, locale)}
            </option>
          ))}
        </Select>
      </Field>
      {tree.length > 0 && (
        <fieldset className={styles.group}>
          <legend>Income: what comes in here is assigned to the others. You can change it with the category.</legend>
          {tree.map(({ category, path }) => (
            <div key={category.id}>
              <Checkbox
                label={path}
                disabled={category.income === true}
                checked={income.has(category.id)}
                onChange={(_, data) => {
                  const next = new Set(income);
                  if (data.checked === true) next.add(category.id);
                  else next.delete(category.id);
                  setChosen(next);
                }}
              />
            </div>
          ))}
        </fieldset>
      )}
    </DialogForm>
  );
}
