import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { MAX_NAME_LENGTH, MAX_NOTE_LENGTH, MAX_RULE_ACTIONS, MAX_SPLITS } from "@tessera/contracts-finance/limits.ts";
import { makeStyles } from "@tessera/fluent";
import { Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { IconButton, TextButton } from "@tessera/ui";
import type { TreeNode } from "../frame/use-books.ts";
import { type ActionKind, type DraftAction, newAction, newShare } from "./draft.ts";

const KIND_NAMES: Record<ActionKind, string> = {
  category: "Set the category",
  payee: "Set the payee",
  note: "Set the note",
  addTags: "Add tags",
  split: "Split it",
};

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "8px", margin: 0, padding: 0, border: "none", minWidth: 0 },
  action: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 2fr) minmax(0, 5fr) auto",
    gap: "8px",
    alignItems: "start",
    "@media (max-width: 599.98px)": { gridTemplateColumns: "minmax(0, 1fr) auto" },
  },
  shares: { display: "flex", flexDirection: "column", gap: "8px" },
  share: { display: "grid", gridTemplateColumns: "72px minmax(0, 1fr) auto", gap: "8px" },
});

/** What a rule does, in order. */
export function ActionsEditor(props: {
  actions: readonly DraftAction[];
  tree: readonly TreeNode[];
  onChange: (actions: DraftAction[]) => void;
}) {
  const styles = useStyles();
  const { actions, tree, onChange } = props;
  const put = (at: number, action: DraftAction | null) =>
    onChange(actions.flatMap((one, index) => (index === at ? (action ?? []) : one)));
  return (
    <fieldset className={styles.root} aria-label="What it does">
      {actions.map((action, at) => (
        <div key={action.key} className={styles.action}>
          <Select
            aria-label="Action"
            value={action.kind}
            onChange={(_, data) => put(at, { ...action, kind: data.value as ActionKind, value: "" })}
          >
            {Object.entries(KIND_NAMES).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </Select>
          <ActionValue action={action} tree={tree} onChange={(next) => put(at, next)} />
          {actions.length > 1 ? (
            <IconButton icon={<Delete20Regular />} label="Remove the action" onClick={() => put(at, null)} />
          ) : (
            <span />
          )}
        </div>
      ))}
      {actions.length < MAX_RULE_ACTIONS && (
        <div>
          <TextButton onClick={() => onChange([...actions, newAction("addTags")])}>Add an action</TextButton>
        </div>
      )}
    </fieldset>
  );
}

function ActionValue(props: {
  action: DraftAction;
  tree: readonly TreeNode[];
  onChange: (action: DraftAction) => void;
}) {
  const styles = useStyles();
  const { action, tree, onChange } = props;
  const { kind, value, shares } = action;
  if (kind === "category")
    return (
      <CategorySelect label="Category" {...{ tree, value }} onChange={(next) => onChange({ ...action, value: next })} />
    );
  if (kind !== "split")
    return (
      <Input
        aria-label={{ payee: "Payee", note: "Note", addTags: "Tags" }[kind]}
        placeholder={kind === "addTags" ? "Separated by commas" : undefined}
        list={kind === "payee" ? "finance-payees" : undefined}
        maxLength={kind === "payee" ? MAX_NAME_LENGTH : MAX_NOTE_LENGTH}
        value={value}
        onChange={(_, data) => onChange({ ...action, value: data.value })}
      />
    );
  const put = (at: number, share: Partial<DraftAction["shares"][number]>) =>
    onChange({ ...action, shares: shares.map((one, index) => (index === at ? { ...one, ...share } : one)) });
  return (
    <div className={styles.shares}>
      {shares.map((share, at) => (
        <div key={share.key} className={styles.share}>
          <Input
            aria-label={`Share ${at + 1} in percent`}
            inputMode="numeric"
            contentAfter="%"
            value={share.percent}
            onChange={(_, data) => put(at, { percent: data.value })}
          />
          <CategorySelect
            label={`Category of share ${at + 1}`}
            {...{ tree, value: share.categoryId }}
            onChange={(categoryId) => put(at, { categoryId })}
          />
          {shares.length > 2 ? (
            <IconButton
              icon={<Delete20Regular />}
              label={`Remove share ${at + 1}`}
              onClick={() => onChange({ ...action, shares: shares.filter((_, index) => index !== at) })}
            />
          ) : (
            <span />
          )}
        </div>
      ))}
      {shares.length < MAX_SPLITS && (
        <div>
          <TextButton onClick={() => onChange({ ...action, shares: [...shares, newShare()] })}>Add a share</TextButton>
        </div>
      )}
    </div>
  );
}

function CategorySelect(props: {
  label: string;
  tree: readonly TreeNode[];
  value: string;
  onChange: (id: string) => void;
}) {
  return (
    <Select aria-label={props.label} value={props.value} onChange={(_, data) => props.onChange(data.value)}>
      <option value="">No category</option>
      {props.tree.map(({ category, path }) => (
        <option key={category.id} value={category.id}>
          {path}
        </option>
      ))}
    </Select>
  );
}
