import { Receipt20Regular } from "@fluentui/react-icons/svg/receipt";
import { pictureUrl } from "@tessera/contracts-items/client.ts";
import { makeStyles } from "@tessera/fluent";
import { ListRow, type ListState, StatusText, useUiSettings, VirtualList } from "@tessera/ui";
import { money } from "../money.ts";
import { dayText } from "../transactions/transaction-row.tsx";
import { usePicture } from "./cards.ts";
import type { Row } from "./use-receipts.ts";

const useStyles = makeStyles({
  thumbnail: { display: "block", width: "24px", height: "24px", borderRadius: "4px", objectFit: "cover" },
});

/** Receipts: picture, shop, day, total, and how far each is. */
export function ReceiptsList(props: {
  rows: readonly Row[];
  list: ListState<Row>;
  selected: string | null;
  hasMore: boolean;
  moreError: Error | null;
  loadMore: () => void;
  onOpen: (row: Row) => void;
}) {
  const { locale } = useUiSettings();
  const { rows, list, selected, onOpen } = props;
  const { focusId, focusRequest, focusOn, neighbour } = list;
  return (
    <VirtualList
      label="Receipts"
      rows={rows}
      focusId={focusId}
      focusRequest={focusRequest}
      onFocusRow={(id) => focusOn(id, false)}
      onMove={(step) => focusOn(neighbour(step)?.id ?? null, true)}
      onOpen={onOpen}
      hasMore={props.hasMore}
      moreError={props.moreError}
      loadTo={props.loadMore}
      renderRow={(row) => {
        const { receipt, card } = row;
        const day = receipt?.date ? dayText(receipt.date, locale) : "No day";
        const total = receipt && receipt.total !== null ? money(receipt.total, receipt.currency, locale) : undefined;
        return (
          <ListRow
            icon={<Thumbnail row={row} />}
            title={receipt ? (receipt.merchant ?? "Without a shop") : (card?.title ?? "Receipt")}
            line={receipt ? (receipt.mail ? `${day} · From a mail` : day) : (card?.failure?.reason ?? "")}
            age={total}
            tags={<State row={row} />}
            selected={row.id === selected}
            onOpen={() => onOpen(row)}
          />
        );
      }}
    />
  );
}

function State({ row: { receipt, card } }: { row: Row }) {
  if (!receipt)
    return card?.enriching ? (
      <StatusText status="run">Reading</StatusText>
    ) : (
      <StatusText status="bad">Not read</StatusText>
    );
  if (receipt.state === "matched") return <StatusText status="ok">Matched</StatusText>;
  if (receipt.state === "review") return <StatusText status="warn">Needs you</StatusText>;
  return <StatusText status="idle">Unmatched</StatusText>;
}

function Thumbnail({ row: { id, card } }: { row: Row }) {
  const styles = useStyles();
  const { src } = usePicture(card?.icon ? pictureUrl(id, card.icon) : null);
  return src ? <img className={styles.thumbnail} src={src} alt="" /> : <Receipt20Regular />;
}
