import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import type { Account } from "@tessera/contracts-finance/accounts.ts";
import { MAX_CONDITION_DEPTH } from "@tessera/contracts-finance/limits.ts";
import type { RuleField, RuleOperator } from "@tessera/contracts-finance/rules.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type FieldType, OPERATORS } from "@tessera/rules";
import { IconButton, TextButton } from "@tessera/ui";
import { DayField } from "@tessera/ui/day-field";
import type { TreeNode } from "../frame/use-books.ts";
import { type DraftGroup, type DraftNode, type DraftOne, newGroup, newOne } from "./draft.ts";
import { FIELD_NAMES, operatorName } from "./rule-words.ts";

export const FIELD_TYPES: Record<RuleField, FieldType> = {
  ...{ payee: "text", bank: "text", note: "text", reference: "text", amount: "number", date: "day", tags: "tags" },
  ...{ direction: "id", account: "id", category: "id" },
};

const useStyles = makeStyles({
  group: { display: "flex", flexDirection: "column", gap: "8px", margin: 0, padding: 0, border: "none", minWidth: 0 },
  inner: { padding: "8px 0 8px 12px", borderLeft: `2px solid ${tokens.colorNeutralStroke2}` },
  head: { display: "flex", alignItems: "center", gap: "8px" },
  one: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 2fr) minmax(0, 2fr) minmax(0, 3fr) auto",
    gap: "8px",
    alignItems: "center",
    "@media (max-width: 599.98px)": { gridTemplateColumns: "minmax(0, 1fr) auto" },
  },
  value: { display: "flex", gap: "8px", minWidth: 0, "& > *": { flexGrow: 1, minWidth: 0 } },
  more: { display: "flex", flexWrap: "wrap", gap: "4px 16px" },
});

interface Shared {
  accounts: readonly Account[];
  tree: readonly TreeNode[];
  currency: string;
}

/** A group of comparisons, with groups in it; `level` 0 is the whole condition. */
export function ConditionEditor(
  props: Shared & { group: DraftGroup; level?: number; onChange: (group: DraftGroup) => void; onRemove?: () => void },
) {
  const styles = useStyles();
  const { group, level = 0, onChange, onRemove, ...shared } = props;
  const put = (at: number, node: DraftNode | null) =>
    onChange({ ...group, parts: group.parts.flatMap((part, index) => (index === at ? (node ?? []) : part)) });
  const add = (node: DraftNode) => onChange({ ...group, parts: [...group.parts, node] });
  return (
    <fieldset
      className={level ? `${styles.group} ${styles.inner}` : styles.group}
      aria-label={level ? "Group of conditions" : "Conditions"}
    >
      <div className={styles.head}>
        <Select
          aria-label="Which conditions must be met"
          value={group.mode}
          onChange={(_, data) => onChange({ ...group, mode: data.value as "all" | "any" })}
        >
          <option value="all">All of these</option>
          <option value="any">Any of these</option>
        </Select>
        {onRemove && <IconButton icon={<Delete20Regular />} label="Remove the group" onClick={onRemove} />}
      </div>
      {group.parts.map((part, at) =>
        "field" in part ? (
          <ComparisonEditor
            key={part.key}
            {...shared}
            one={part}
            onChange={(one) => put(at, one)}
            onRemove={group.parts.length > 1 || level ? () => put(at, null) : undefined}
          />
        ) : (
          <ConditionEditor
            key={part.key}
            {...shared}
            group={part}
            level={level + 1}
            onChange={(inner) => put(at, inner)}
            onRemove={() => put(at, null)}
          />
        ),
      )}
      <div className={styles.more}>
        <TextButton onClick={() => add(newOne())}>Add a condition</TextButton>
        {level + 1 < MAX_CONDITION_DEPTH && (
          <TextButton onClick={() => add(newGroup(group.mode === "all" ? "any" : "all", [newOne()]))}>
            Add a group
          </TextButton>
        )}
      </div>
    </fieldset>
  );
}

function ComparisonEditor(props: Shared & { one: DraftOne; onChange: (one: DraftOne) => void; onRemove?: () => void }) {
  const styles = useStyles();
  const { one, onChange, onRemove, ...shared } = props;
  // Of ids only one is chosen here; any of several is a group.
  const offered = OPERATORS[FIELD_TYPES[one.field]].filter(
    (is) => FIELD_TYPES[one.field] !== "id" || is === "is" || is === "isNot",
  );
  const choose = (field: RuleField) => {
    const is = OPERATORS[FIELD_TYPES[field]][0]!;
    onChange({ ...one, field, is, value: field === "direction" ? "out" : "", second: "" });
  };
  return (
    <div className={styles.one}>
      <Select aria-label="Field" value={one.field} onChange={(_, data) => choose(data.value as RuleField)}>
        {Object.entries(FIELD_NAMES).map(([field, name]) => (
          <option key={field} value={field}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Comparison"
        value={one.is}
        onChange={(_, data) => onChange({ ...one, is: data.value as RuleOperator })}
      >
        {(offered.includes(one.is) ? offered : [...offered, one.is]).map((is) => (
          <option key={is} value={is}>
            {operatorName(one.field, is)}
          </option>
        ))}
      </Select>
      <div className={styles.value}>
        <ValueEditor {...shared} one={one} onChange={onChange} />
      </div>
      {onRemove ? <IconButton icon={<Delete20Regular />} label="Remove the condition" onClick={onRemove} /> : <span />}
    </div>
  );
}

function ValueEditor(props: Shared & { one: DraftOne; onChange: (one: DraftOne) => void }) {
  const { one, onChange, accounts, tree, currency } = props;
  const label = FIELD_NAMES[one.field];
  const choices: Partial<Record<RuleField, [string, string][]>> = {
    account: accounts.map(({ id, name }) => [id, name]),
    category: tree.map(({ category, path }) => [category.id, path]),
    direction: [
      ["out", "Money out"],
      ["in", "Money in"],
    ],
  };
  const options = choices[one.field];
  if (options && (one.is === "is" || one.is === "isNot"))
    return (
      <Select aria-label={label} value={one.value} onChange={(_, data) => onChange({ ...one, value: data.value })}>
        {one.field !== "direction" && <option value="">Choose one</option>}
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
    );
  if (one.field === "date")
    return (
      <>
        <DayField label={label} value={one.value} onChange={(value) => onChange({ ...one, value })} />
        {one.is === "between" && (
          <DayField
            label={`${label}, at most`}
            value={one.second}
            onChange={(second) => onChange({ ...one, second })}
          />
        )}
      </>
    );
  const isList = one.is === "oneOf" || one.is === "notOneOf";
  const mode = one.field === "amount" ? "decimal" : undefined;
  return (
    <>
      <Input
        inputMode={mode}
        aria-label={one.field === "amount" ? `Amount, ${currency}` : label}
        placeholder={isList ? "One; another; a third" : undefined}
        list={one.field === "payee" ? "finance-payees" : undefined}
        value={one.value}
        onChange={(_, data) => onChange({ ...one, value: data.value })}
      />
      {one.is === "between" && (
        <Input
          inputMode={mode}
          aria-label={`${label}, at most`}
          value={one.second}
          onChange={(_, data) => onChange({ ...one, second: data.value })}
        />
      )}
    </>
  );
}
