import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { Edit20Regular } from "@fluentui/react-icons/svg/edit";
import { Play20Regular } from "@fluentui/react-icons/svg/play";
import { counted } from "@tessera/contracts-core/counted.ts";
import type { ItemTypeInfo } from "@tessera/contracts-items/items.ts";
import type { CardRule } from "@tessera/contracts-items/rules.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Switch } from "@tessera/fluent-extra";
import { IconButton, TextButton, touch, useIsPhone } from "@tessera/ui";
import { actionsWords, conditionWords } from "./rule-words.ts";

const useStyles = makeStyles({
  row: {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr) auto",
    alignItems: "center",
    columnGap: "8px",
    minHeight: "56px",
    padding: "8px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    [touch]: { columnGap: "4px" },
  },
  words: { display: "flex", flexDirection: "column", minWidth: 0, overflowWrap: "anywhere" },
  name: { fontWeight: 600 },
  line: { color: tokens.colorNeutralForeground2 },
  quiet: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  actions: { display: "flex" },
});

const STAGES = { pre: "Before others. ", post: "After others. " };

/** A rule in one sentence, with whether it is on and what it did lately. */
export function RuleRow(props: {
  rule: CardRule;
  types: readonly ItemTypeInfo[];
  onTurn: (enabled: boolean) => void;
  onLog: () => void;
  onApply: () => void;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const styles = useStyles();
  const { rule, types, onTurn, onLog, onApply, onEdit, onDelete } = props;
  const size = useIsPhone() ? "large" : "medium";
  return (
    <li className={styles.row}>
      <Switch aria-label={`${rule.name} is on`} checked={rule.enabled} onChange={(_, data) => onTurn(data.checked)} />
      <span className={styles.words}>
        <span className={styles.name}>{rule.name}</span>
        <span className={styles.line}>
          {conditionWords(rule.condition, types)}: {actionsWords(rule, types)}
          {rule.agent && ", give it to an agent"}
        </span>
        <span className={styles.quiet}>
          {rule.stage && STAGES[rule.stage]}
          {rule.changed ? (
            <TextButton onClick={onLog}>Changed {counted(rule.changed, "card")} in 30 days</TextButton>
          ) : (
            "Changed no cards in 30 days"
          )}
        </span>
      </span>
      <span className={styles.actions}>
        <IconButton
          size={size}
          icon={<Play20Regular />}
          label={`Apply ${rule.name} to existing cards`}
          disabled={!rule.enabled}
          onClick={onApply}
        />
        <IconButton size={size} icon={<Edit20Regular />} label={`Change ${rule.name}`} onClick={onEdit} />
        <IconButton size={size} icon={<Delete20Regular />} label={`Delete ${rule.name}`} onClick={onDelete} />
      </span>
    </li>
  );
}
