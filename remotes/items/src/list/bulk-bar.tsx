import { Dismiss20Regular } from "@fluentui/react-icons/svg/dismiss";
import { MoreHorizontal20Regular } from "@fluentui/react-icons/svg/more-horizontal";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useKeys } from "@tessera/shell-api";
import { IconButton } from "@tessera/ui";

const useStyles = makeStyles({
  bar: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px",
    minHeight: "48px",
    padding: "4px 8px 4px 16px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  space: { marginLeft: "auto" },
});

/** What is done to all selected cards at once; says how many. */
export function BulkBar(props: {
  count: number;
  archived: boolean;
  onArchive: () => void;
  onSnooze: () => void;
  onTag: () => void;
  onMore: (at: { x: number; y: number }) => void;
  onClear: () => void;
}) {
  const styles = useStyles();
  const keyOf = useKeys();
  const cards = `${props.count.toLocaleString()} ${props.count === 1 ? "item" : "items"}`;
  return (
    <div className={styles.bar} role="toolbar" aria-label={`${cards} selected`}>
      <Button appearance="primary" size="small" onClick={props.onArchive}>
        {props.archived ? `Move ${cards} to the inbox` : `Archive ${cards}`}
      </Button>
      <Button appearance="subtle" size="small" onClick={props.onSnooze}>
        Snooze
      </Button>
      <Button appearance="subtle" size="small" onClick={props.onTag}>
        Tag
      </Button>
      <IconButton
        icon={<MoreHorizontal20Regular />}
        label="More for the selected cards"
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          props.onMore({ x: box.left, y: box.top });
        }}
      />
      <span className={styles.space} />
      <IconButton
        icon={<Dismiss20Regular />}
        label="Clear the selection"
        shortcut={keyOf("leave")}
        onClick={props.onClear}
      />
    </div>
  );
}
