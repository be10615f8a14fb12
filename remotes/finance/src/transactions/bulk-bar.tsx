import { Button } from "@tessera/fluent";
import { useKeys } from "@tessera/shell-api";
import { Keycap } from "@tessera/ui";
import { BulkBar } from "@tessera/ui/bulk-bar";

/** What is done to all selected transactions at once; says how many. */
export function TransactionsBar(props: {
  count: number;
  onCategorise: () => void;
  onClear: () => void;
  onCleared: () => void;
  onDelete: () => void;
}) {
  const keyOf = useKeys();
  const rows = `${props.count.toLocaleString()} ${props.count === 1 ? "transaction" : "transactions"}`;
  return (
    <BulkBar rows={rows} shortcut={keyOf("leave")} onClear={props.onClear}>
      <Button size="small" appearance="secondary" onClick={props.onCategorise}>
        Categorise {rows}&nbsp;<Keycap>{keyOf("categorise")}</Keycap>
      </Button>
      <Button size="small" appearance="subtle" onClick={props.onCleared}>
        Mark as cleared
      </Button>
      <Button size="small" appearance="subtle" onClick={props.onDelete}>
        Delete
      </Button>
    </BulkBar>
  );
}
