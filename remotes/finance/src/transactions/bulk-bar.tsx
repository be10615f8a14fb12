import { Dismiss20Regular } from "@fluentui/react-icons/svg/dismiss";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useKeys } from "@tessera/shell-api";
import { IconButton, Keycap } from "@tessera/ui";

const useStyles = makeStyles({
  bar: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 8px",
    minHeight: "48px",
    padding: "4px 8px 4px 16px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  end: { marginLeft: "auto" },
});

/** What is done to all selected transactions at once; says how many. */
export function BulkBar(props: {
  count: number;
  onCategorise: () => void;
  onClear: () => void;
  onCleared: () => void;
  onDelete: () => void;
}) {
  const styles = useStyles();
  const keyOf = useKeys();
  const rows = `${props.count.toLocaleString()} ${props.count === 1 ? "transaction" : "transactions"}`;
  return (
    <div className={styles.bar} role="toolbar" aria-label={`${rows} selected`}>
      <Button size="small" appearance="secondary" onClick={props.onCategorise}>
        Categorise {rows}&nbsp;<Keycap>{keyOf("categorise")}</Keycap>
      </Button>
      <Button size="small" appearance="subtle" onClick={props.onCleared}>
        Mark as cleared
      </Button>
      <Button size="small" appearance="subtle" onClick={props.onDelete}>
        Delete
      </Button>
      <span className={styles.end} />
      <IconButton icon={<Dismiss20Regular />} label="Clear the selection" shortcut="Esc" onClick={props.onClear} />
    </div>
  );
}
