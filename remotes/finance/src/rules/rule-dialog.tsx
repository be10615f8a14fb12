import type { Account } from "@tessera/contracts-finance/accounts.ts";
import { MAX_NAME_LENGTH } from "@tessera/contracts-finance/limits.ts";
import type { FinanceRule, NewRule, RuleField, RuleTried } from "@tessera/contracts-finance/rules.ts";
import { Checkbox } from "@tessera/fluent-data";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm, useUiSettings } from "@tessera/ui";
import { ConditionEditor, type EditorFields, RuleHead, RuleTrial } from "@tessera/ui/rules";
import { useState } from "react";
import { finance } from "../api.ts";
import type { TreeNode } from "../frame/use-books.ts";
import { money } from "../money.ts";
import { dayText, titleOf } from "../transactions/transaction-row.tsx";
import { ActionsEditor } from "./actions-editor.tsx";
import { type Draft, draftOf, ruleOf } from "./draft.ts";
import { FIELDS } from "./rule-words.ts";

/** A saved rule: the act of saving, and the act of its run over the past, if the person wanted one. */
export interface SavedRule {
  act: string;
  rule: FinanceRule;
  run: { act: string; changed: number; kept: number } | null;
}

interface Props {
  accounts: readonly Account[];
  tree: readonly TreeNode[];
  /** The rule that is changed. */
  rule?: FinanceRule;
  /** What a new one begins with. */
  hint?: NewRule;
  onDone: (saved: SavedRule) => void;
}

const EMPTY: NewRule = {
  ...{ name: "", condition: { field: "payee", is: "is", value: "" } },
  actions: [{ category: null }],
};

/** Adds a rule, or changes one. */
export const openRuleDialog = (props: Props) =>
  shell().dialogs.open(RuleDialog, props, {
    title: props.rule ? "Change the rule" : "Add a rule",
    maxWidth: "720px",
    scrollable: true,
    buttons: [],
  });

const sentence = (error: unknown) => (error as Error).message;

function RuleDialog(props: Props & { dialog: DialogActions<true> }) {
  const { accounts, tree, rule: before, onDone, dialog } = props;
  const currency = accounts[0]?.currency ?? "EUR";
  const [draft, setDraft] = useState<Draft>(() => draftOf(before ?? props.hint ?? EMPTY, currency));
  const [past, setPast] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const [runKey] = useState(() => crypto.randomUUID());
  const rule = ruleOf(draft, currency);
  const change = (patch: Partial<Draft>) => setDraft({ ...draft, ...patch });
  const act = async () => {
    const saved = before
      ? await finance.changeRule(before.id, before.version, rule!)
      : await finance.createRule(rule!, key);
    const run = past && rule!.enabled ? await finance.runRules({ rule: saved.rule.id }, runKey) : null;
    onDone({ ...saved, run });
  };
  return (
    <DialogForm
      dialog={dialog}
      confirm={before ? "Save" : "Add rule"}
      cancel="Cancel"
      disabled={!rule}
      act={act}
      sentence={sentence}
    >
      <RuleHead name={draft.name} maxLength={MAX_NAME_LENGTH} stage={draft.stage} onChange={change} />
      <ConditionEditor
        fields={editorFields({ accounts, tree, currency })}
        first="payee"
        group={draft.root}
        onChange={(root) => change({ root })}
      />
      <ActionsEditor actions={draft.actions} tree={tree} onChange={(actions) => change({ actions })} />
      <Trial rule={rule} id={before?.id ?? null} />
      <div>
        <Checkbox
          label="The rule is on"
          checked={draft.enabled ?? true}
          onChange={(_, data) => change({ enabled: data.checked === true })}
        />
        <Checkbox
          label="Also change the transactions that are there. What you set yourself stays."
          checked={past}
          disabled={!draft.enabled}
          onChange={(_, data) => setPast(data.checked === true)}
        />
      </div>
    </DialogForm>
  );
}

/** The fields as they are edited: what is chosen from accounts and categories. */
const editorFields = (books: {
  accounts: readonly Account[];
  tree: readonly TreeNode[];
  currency: string;
}): EditorFields<RuleField> => ({
  ...FIELDS,
  payee: { ...FIELDS.payee, suggestions: "finance-payees" },
  amount: { ...FIELDS.amount, label: `Amount, ${books.currency}` },
  account: { ...FIELDS.account, choices: books.accounts.map(({ id, name }) => [id, name]) },
  category: { ...FIELDS.category, choices: books.tree.map(({ category, path }) => [category.id, path]) },
  direction: {
    ...FIELDS.direction,
    initial: "out",
    choices: [
      ["out", "Money out"],
      ["in", "Money in"],
    ],
  },
});

/** What the rule would make of past transactions, as it is typed. */
function Trial({ rule, id }: { rule: NewRule | null; id: string | null }) {
  const { locale } = useUiSettings();
  const rows = ({ items }: RuleTried) =>
    items.map(({ transaction, changes, contradicts }) => ({
      ...{ id: transaction.id, title: titleOf(transaction), line: dayText(transaction.date, locale) },
      figure: money(transaction.amount, transaction.currency, locale),
      ...{ changes: changes.join(", "), contradicts: contradicts.join(", ") },
    }));
  return (
    <RuleTrial
      draft={rule}
      things="transactions"
      run={(signal) => finance.tryRule({ id, draft: rule! }, signal)}
      rows={rows}
    />
  );
}
