import type { Account } from "@tessera/contracts-finance/accounts.ts";
import { MAX_NAME_LENGTH } from "@tessera/contracts-finance/limits.ts";
import type { FinanceRule, NewRule, RuleStage, RuleTried } from "@tessera/contracts-finance/rules.ts";
import { Button, makeStyles } from "@tessera/fluent";
import { Checkbox, Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm, Notice } from "@tessera/ui";
import { useState } from "react";
import { finance } from "../api.ts";
import type { TreeNode } from "../frame/use-books.ts";
import { ActionsEditor } from "./actions-editor.tsx";
import { ConditionEditor } from "./condition-editor.tsx";
import { type Draft, draftOf, ruleOf } from "./draft.ts";
import { TrialResult } from "./trial-result.tsx";

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

const useStyles = makeStyles({
  pair: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(200px, 1fr))",
    gap: "16px",
    alignItems: "start",
  },
  trial: { display: "flex", flexDirection: "column", alignItems: "flex-start", gap: "8px" },
  result: { width: "100%" },
});

const sentence = (error: unknown) => (error as Error).message;

function RuleDialog(props: Props & { dialog: DialogActions<true> }) {
  const styles = useStyles();
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
      <div className={styles.pair}>
        <Field label="Name" required>
          <Input
            autoFocus
            value={draft.name}
            maxLength={MAX_NAME_LENGTH}
            onChange={(_, data) => change({ name: data.value })}
          />
        </Field>
        <Field label="When it runs" hint="More specific rules run later and override earlier ones.">
          <Select
            value={draft.stage ?? ""}
            onChange={(_, data) => change({ stage: (data.value || null) as RuleStage })}
          >
            <option value="pre">Before all others</option>
            <option value="">In order of how specific it is</option>
            <option value="post">After all others</option>
          </Select>
        </Field>
      </div>
      <ConditionEditor {...{ accounts, tree, currency }} group={draft.root} onChange={(root) => change({ root })} />
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

/** Tries the rule as it is typed; a result that is no longer of this draft goes. */
function Trial({ rule, id }: { rule: NewRule | null; id: string | null }) {
  const styles = useStyles();
  const of = JSON.stringify(rule);
  const [result, setResult] = useState<{ of: string; tried: RuleTried } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const tryIt = async () => {
    setBusy(true);
    setFailure(null);
    try {
      setResult({ of, tried: await finance.tryRule({ id, draft: rule! }) });
    } catch (error) {
      setFailure(`The rule was not tried. ${sentence(error)}`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.trial}>
      {failure && <Notice intent="error">{failure}</Notice>}
      <Button disabledFocusable={!rule || busy} onClick={() => void tryIt()}>
        {busy ? "Trying it …" : "Show what it would change"}
      </Button>
      <div className={styles.result}>{result?.of === of && <TrialResult tried={result.tried} />}</div>
    </div>
  );
}
