import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { makeStyles, tokens } from "@tessera/fluent";
import { Input, Field as Validated } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type FieldType, MAX_DEPTH, OPERATORS, patternFault } from "@tessera/rules";
// By the name of the package: this file is bundled with a remote, the settings are the shell's.
import { IconButton, TextButton } from "@tessera/ui";
import { DayField } from "@tessera/ui/day-field";
import { operatorName } from "./condition-words.ts";
import {
  type DraftGroup,
  type DraftNode,
  type DraftOne,
  type DraftOperator,
  newGroup,
  newOne,
  PATTERN_OPERATORS,
} from "./draft.ts";

/** A field that is compared, as the editor offers it. */
export interface EditorField {
  name: string;
  type: FieldType;
  /** What its input is called, where that is more than the name. */
  label?: string;
  /** Values and their names, one of which is chosen. */
  choices?: readonly (readonly [value: string, name: string])[];
  /** The choice that it begins with; without one the person is asked to choose. */
  initial?: string;
  /** Id of a datalist with suggestions. */
  suggestions?: string;
}
export type EditorFields<Field extends string> = Readonly<Record<Field, EditorField>>;

const useStyles = makeStyles({
  group: { display: "flex", flexDirection: "column", gap: "8px", margin: 0, padding: 0, border: "none", minWidth: 0 },
  inner: { padding: "8px 0 8px 12px", borderLeft: `2px solid ${tokens.colorNeutralStroke2}` },
  head: { display: "flex", alignItems: "center", gap: "8px" },
  one: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 3fr) minmax(0, 4fr) minmax(0, 5fr) auto",
    gap: "8px",
    // What is wrong with a value stands below it.
    alignItems: "start",
    "& > :nth-child(3):last-child": { gridColumn: "3 / -1" },
    "@media (max-width: 599.98px)": {
      display: "flex",
      flexWrap: "wrap",
      "& > *": { flex: "1 1 auto", minWidth: 0 },
      // As wide as what is chosen, where the browser can: a long comparison takes a line of its own.
      "& select": { fieldSizing: "content" },
      // The value has a line of its own, with what removes the condition.
      "& > :nth-child(3)": { flexBasis: "70%" },
      "& > button": { flex: "none" },
    },
  },
  value: { display: "flex", gap: "8px", minWidth: 0, "& > *": { flexGrow: 1, minWidth: 0 } },
  more: { display: "flex", flexWrap: "wrap", gap: "4px 16px" },
});

/** A group of comparisons, with groups in it; `level` 0 is the whole condition. */
export function ConditionEditor<Field extends string>(props: {
  fields: EditorFields<Field>;
  /** The field that a new comparison begins with. */
  first: Field;
  group: DraftGroup<Field>;
  level?: number;
  onChange: (group: DraftGroup<Field>) => void;
  onRemove?: () => void;
}) {
  const styles = useStyles();
  const { fields, first, group, level = 0, onChange, onRemove } = props;
  const put = (at: number, node: DraftNode<Field> | null) =>
    onChange({ ...group, parts: group.parts.flatMap((part, index) => (index === at ? (node ?? []) : part)) });
  const add = (node: DraftNode<Field>) => onChange({ ...group, parts: [...group.parts, node] });
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
            fields={fields}
            one={part}
            onChange={(one) => put(at, one)}
            onRemove={group.parts.length > 1 || level ? () => put(at, null) : undefined}
          />
        ) : (
          <ConditionEditor
            key={part.key}
            {...{ fields, first }}
            group={part}
            level={level + 1}
            onChange={(inner) => put(at, inner)}
            onRemove={() => put(at, null)}
          />
        ),
      )}
      <div className={styles.more}>
        <TextButton onClick={() => add(newOne(first))}>Add a condition</TextButton>
        {level + 1 < MAX_DEPTH && (
          <TextButton onClick={() => add(newGroup(group.mode === "all" ? "any" : "all", [newOne(first)]))}>
            Add a group
          </TextButton>
        )}
      </div>
    </fieldset>
  );
}

interface OneProps<Field extends string> {
  fields: EditorFields<Field>;
  one: DraftOne<Field>;
  onChange: (one: DraftOne<Field>) => void;
}

function ComparisonEditor<Field extends string>(props: OneProps<Field> & { onRemove?: () => void }) {
  const styles = useStyles();
  const { fields, one, onChange, onRemove } = props;
  const { type } = fields[one.field];
  // Of ids only one is chosen here; any of several is a group.
  const offered: DraftOperator[] = OPERATORS[type].filter((is) => type !== "id" || is === "is" || is === "isNot");
  if (type === "text") offered.push(...PATTERN_OPERATORS);
  const choose = (field: Field) =>
    onChange({
      ...{ ...one, field, value: fields[field].initial ?? "", second: "" },
      is: OPERATORS[fields[field].type][0]!,
    });
  return (
    <div className={styles.one}>
      <Select aria-label="Field" value={one.field} onChange={(_, data) => choose(data.value as Field)}>
        {(Object.entries(fields) as [Field, EditorField][]).map(([field, { name }]) => (
          <option key={field} value={field}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Comparison"
        value={one.is}
        onChange={(_, data) => onChange({ ...one, is: data.value as DraftOperator })}
      >
        {(offered.includes(one.is) ? offered : [...offered, one.is]).map((is) => (
          <option key={is} value={is}>
            {operatorName(type, is)}
          </option>
        ))}
      </Select>
      <div className={styles.value}>
        <ValueEditor {...{ fields, one, onChange }} />
      </div>
      {onRemove && <IconButton icon={<Delete20Regular />} label="Remove the condition" onClick={onRemove} />}
    </div>
  );
}

function ValueEditor<Field extends string>({ fields, one, onChange }: OneProps<Field>) {
  const { name, type, label = name, choices, initial, suggestions } = fields[one.field];
  if (choices && (one.is === "is" || one.is === "isNot"))
    return (
      <Select aria-label={label} value={one.value} onChange={(_, data) => onChange({ ...one, value: data.value })}>
        {initial === undefined && <option value="">Choose one</option>}
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    );
  if (type === "day")
    return (
      <>
        <DayField label={label} value={one.value} onChange={(value) => onChange({ ...one, value })} />
        {one.is === "between" && (
          <DayField label={`${name}, at most`} value={one.second} onChange={(second) => onChange({ ...one, second })} />
        )}
      </>
    );
  if (PATTERN_OPERATORS.includes(one.is)) {
    const fault = one.value.trim() && patternFault(one.value.trim());
    return (
      <Validated validationState={fault ? "error" : "none"} validationMessage={fault || undefined}>
        <Input
          aria-label={label}
          placeholder="invoice (no|nr)\.? \d+"
          autoComplete="off"
          spellCheck={false}
          value={one.value}
          onChange={(_, data) => onChange({ ...one, value: data.value })}
        />
      </Validated>
    );
  }
  const isList = one.is === "oneOf" || one.is === "notOneOf";
  const mode = type === "number" ? "decimal" : undefined;
  return (
    <>
      <Input
        inputMode={mode}
        aria-label={label}
        placeholder={isList ? "One; another; a third" : undefined}
        list={suggestions}
        value={one.value}
        onChange={(_, data) => onChange({ ...one, value: data.value })}
      />
      {one.is === "between" && (
        <Input
          inputMode={mode}
          aria-label={`${name}, at most`}
          value={one.second}
          onChange={(_, data) => onChange({ ...one, second: data.value })}
        />
      )}
    </>
  );
}
