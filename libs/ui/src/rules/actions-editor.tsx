import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { makeStyles } from "@tessera/fluent";
import { Select } from "@tessera/fluent-extra";
import { IconButton, TextButton } from "@tessera/ui";
import type { ReactNode } from "react";
import type { DraftAction } from "./draft.ts";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "8px", margin: 0, padding: 0, border: "none", minWidth: 0 },
  action: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 2fr) auto",
    gap: "8px",
    alignItems: "start",
    // Where nothing removes the action.
    "& > :nth-child(2):last-child": { gridColumn: "2 / -1" },
    "@media (max-width: 599.98px)": {
      gridTemplateColumns: "minmax(0, 1fr) auto",
      "& > :first-child:nth-last-child(2), & > :nth-child(2):last-child": { gridColumn: "1 / -1" },
    },
  },
  // On a phone below what is done, which has the button to its right.
  value: {
    display: "grid",
    minWidth: 0,
    "@media (max-width: 599.98px)": { gridRow: 2, gridColumn: "1 / -1" },
  },
});

/** What a rule does, in order. */
export function ActionsEditor<Kind extends string, Action extends DraftAction<Kind>>(props: {
  actions: readonly Action[];
  /** Names of what there is to do. */
  kinds: Readonly<Record<Kind, string>>;
  /** Actions at most. */
  limit: number;
  make: () => Action;
  /** The action with another kind. */
  turn: (action: Action, kind: Kind) => Action;
  /** What the action is done with. */
  renderValue: (action: Action, put: (next: Action) => void) => ReactNode;
  onChange: (actions: Action[]) => void;
}) {
  const styles = useStyles();
  const { actions, kinds, limit, make, turn, renderValue, onChange } = props;
  const put = (at: number, action: Action | null) =>
    onChange(actions.flatMap((one, index) => (index === at ? (action ?? []) : one)));
  return (
    <fieldset className={styles.root} aria-label="What it does">
      {actions.map((action, at) => (
        <div key={action.key} className={styles.action}>
          <Select
            aria-label="Action"
            value={action.kind}
            onChange={(_, data) => put(at, turn(action, data.value as Kind))}
          >
            {(Object.entries(kinds) as [Kind, string][]).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </Select>
          <div className={styles.value}>{renderValue(action, (next) => put(at, next))}</div>
          {actions.length > 1 && (
            <IconButton icon={<Delete20Regular />} label="Remove the action" onClick={() => put(at, null)} />
          )}
        </div>
      ))}
      {actions.length < limit && (
        <div>
          <TextButton onClick={() => onChange([...actions, make()])}>Add an action</TextButton>
        </div>
      )}
    </fieldset>
  );
}
