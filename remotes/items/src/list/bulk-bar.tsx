import { MoreHorizontal20Regular } from "@fluentui/react-icons/svg/more-horizontal";
import { counted } from "@tessera/contracts-core/counted.ts";
import { Button } from "@tessera/fluent";
import { useKeys } from "@tessera/shell-api";
import { IconButton } from "@tessera/ui";
import { BulkBar } from "@tessera/ui/bulk-bar";

/** What is done to all selected cards at once; says how many. */
export function ItemsBar(props: {
  count: number;
  archived: boolean;
  onArchive: () => void;
  onSnooze: () => void;
  onTag: () => void;
  onMore: (at: { x: number; y: number }) => void;
  onClear: () => void;
}) {
  const keyOf = useKeys();
  const cards = counted(props.count, "card");
  return (
    <BulkBar rows={cards} shortcut={keyOf("leave")} onClear={props.onClear}>
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
    </BulkBar>
  );
}
