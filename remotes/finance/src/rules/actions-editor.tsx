import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { MAX_NAME_LENGTH, MAX_NOTE_LENGTH, MAX_RULE_ACTIONS, MAX_SPLITS } from "@tessera/contracts-finance/limits.ts";
import { makeStyles } from "@tessera/fluent";
import { Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { IconButton, TextButton } from "@tessera/ui";
import { ActionsEditor as Actions } from "@tessera/ui/rules";
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
  shares: { display: "flex", flexDirection: "column", gap: "8px" },
  share: { display: "grid", gridTemplateColumns: "72px minmax(0, 1fr) auto", gap: "8px" },
});

/** What a rule does, in order. */
export const ActionsEditor = (props: {
  actions: readonly DraftAction[];
  tree: readonly TreeNode[];
  onChange: (actions: DraftAction[]) => void;
}) => (
  <Actions<ActionKind, DraftAction>
    actions={props.actions}
    kinds={KIND_NAMES}
    limit={MAX_RULE_ACTIONS}
    make={() => newAction("addTags")}
    turn={(action, kind) => ({ ...action, kind, value: "" })}
    renderValue={(action, put) => <ActionValue action={action} tree={props.tree} onChange={put} />}
    onChange={props.onChange}
  />
);

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
