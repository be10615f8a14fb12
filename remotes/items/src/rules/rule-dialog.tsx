import type { ItemTypeInfo } from "@tessera/contracts-items/items.ts";
import { MAX_RULE_ACTIONS, MAX_RULE_NAME_LENGTH } from "@tessera/contracts-items/limits.ts";
import type { CardField, CardRule, CardRuleTried, NewCardRule } from "@tessera/contracts-items/rules.ts";
import { Checkbox } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm, useMoment } from "@tessera/ui";
import {
  ActionsEditor,
  ConditionEditor,
  type DraftAction,
  type EditorFields,
  RuleHead,
  RuleTrial,
  tagsOf,
} from "@tessera/ui/rules";
import { useState } from "react";
import { SOURCES } from "../detail/sources.ts";
import { TagField } from "../tags/tag-field.tsx";
import { useItemTypes } from "../types/item-types.ts";
import { AgentField } from "./agent-field.tsx";
import { type ActionKind, type Draft, draftOf, newAction, ruleOf, turned } from "./draft.ts";
import { EarlierVersions } from "./earlier-versions.tsx";
import { FIELDS, type SettingNames, settingsWords } from "./rule-words.ts";
import { rules } from "./rules-api.ts";
import { SnoozeValue } from "./snooze-value.tsx";

interface Props {
  /** The rule that is changed. */
  rule?: CardRule;
  /** What a new one begins with. */
  hint?: NewCardRule;
  onDone: (saved: CardRule) => void;
}

const EMPTY: NewCardRule = {
  ...{ name: "", condition: { field: "site", is: "is", value: "" } },
  actions: [{ addTags: [] }],
};
const KINDS: Record<ActionKind, string> = {
  addTags: "Add tags",
  removeTags: "Remove tags",
  archive: "Archive it",
  later: "Move it to Later",
  snooze: "Snooze it",
  pin: "Pin it",
  priority: "Set the priority",
  convert: "Make it another type",
};
const PRIORITIES = { high: "High", medium: "Medium", low: "Low", none: "None" };

/** Adds a rule, or changes one. */
export const openRuleDialog = (props: Props) =>
  shell().dialogs.open(RuleDialog, props, {
    title: props.rule ? "Change the rule" : "Add a rule",
    maxWidth: "720px",
    scrollable: true,
    buttons: [],
  });

export function RuleDialog({ rule: before, hint, onDone, dialog }: Props & { dialog: DialogActions<true> }) {
  const types = useItemTypes();
  const [draft, setDraft] = useState<Draft>(() => draftOf(before ?? hint ?? EMPTY));
  const [key] = useState(() => crypto.randomUUID());
  const names = { types, moment: useMoment() };
  const rule = ruleOf(draft);
  const change = (patch: Partial<Draft>) => setDraft((now) => ({ ...now, ...patch }));
  const fields: EditorFields<CardField> = {
    ...FIELDS,
    type: { ...FIELDS.type, choices: types.map(({ type, label }) => [type, label]) },
    source: { ...FIELDS.source, choices: Object.entries(SOURCES) },
  };
  const act = async () => {
    onDone(before ? await rules.change(before.id, before.version, rule!) : await rules.create(rule!, key));
  };
  return (
    <DialogForm
      dialog={dialog}
      confirm={before ? "Save" : "Add rule"}
      cancel="Cancel"
      disabled={!rule}
      act={act}
      sentence={(error) => (error as Error).message}
    >
      <RuleHead name={draft.name} maxLength={MAX_RULE_NAME_LENGTH} stage={draft.stage} onChange={change} />
      <ConditionEditor fields={fields} first="site" group={draft.root} onChange={(root) => change({ root })} />
      <ActionsEditor<ActionKind, DraftAction<ActionKind>>
        actions={draft.actions}
        kinds={KINDS}
        limit={MAX_RULE_ACTIONS}
        make={newAction}
        turn={turned}
        renderValue={(action, put) => (
          <ActionValue action={action} types={types} onChange={(value) => put({ ...action, value })} />
        )}
        onChange={(actions) => change({ actions })}
      />
      <AgentField agent={draft.agent ?? null} onChange={(agent) => change({ agent })} />
      <RuleTrial
        draft={rule}
        things="cards"
        run={(signal) => rules.try({ id: before?.id ?? null, draft: rule! }, signal)}
        rows={(tried) => triedRows(tried, names)}
      />
      <Checkbox
        label="The rule is on"
        checked={draft.enabled}
        onChange={(_, data) => change({ enabled: data.checked === true })}
      />
      {before && <EarlierVersions rule={before} onChoose={(version) => setDraft(draftOf(version))} />}
    </DialogForm>
  );
}

const triedRows = ({ items }: CardRuleTried, names: SettingNames) =>
  items.map(({ id, title, changes, contradicts }) => ({
    ...{ id, title, changes: settingsWords(changes, names), contradicts: settingsWords(contradicts, names) },
  }));

function ActionValue(props: {
  action: DraftAction<ActionKind>;
  types: readonly ItemTypeInfo[];
  onChange: (value: string) => void;
}) {
  const { kind, value } = props.action;
  if (kind === "addTags" || kind === "removeTags")
    return <TagField label="Tags" tags={tagsOf(value)} onChange={(tags) => props.onChange(tags.join(", "))} />;
  if (kind === "snooze") return <SnoozeValue value={value} onChange={props.onChange} />;
  if (kind === "convert") {
    // What waits to be given a type is none, and parts of others are not made of cards.
    const own = props.types.filter(({ type, creatable, parentType }) => creatable && !parentType && type !== "inbox");
    return (
      <Select aria-label="Type it becomes" value={value} onChange={(_, data) => props.onChange(data.value)}>
        {!value && <option value="">Choose a type</option>}
        {own.map(({ type, label }) => (
          <option key={type} value={type}>
            {label}
          </option>
        ))}
      </Select>
    );
  }
  if (kind !== "priority") return <span />;
  return (
    <Select aria-label="Priority" value={value} onChange={(_, data) => props.onChange(data.value)}>
      {Object.entries(PRIORITIES).map(([priority, name]) => (
        <option key={priority} value={priority}>
          {name}
        </option>
      ))}
    </Select>
  );
}
