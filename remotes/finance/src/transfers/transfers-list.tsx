import { ArrowSwap20Regular } from "@fluentui/react-icons/svg/arrow-swap";
import type { Transaction } from "@tessera/contracts-finance/transactions.ts";
import { ListRow, type ListState, StatusText, useUiSettings, VirtualList } from "@tessera/ui";
import { money } from "../money.ts";
import { dayText } from "../transactions/transaction-row.tsx";
import { type Row, sidesOf } from "./transfer-rows.ts";

/** Pairs of one view: from which account to which, how much, and how much speaks for it. */
export function TransfersList(props: {
  rows: readonly Row[];
  list: ListState<Row>;
  selected: string | null;
  accounts: ReadonlyMap<string, string>;
  onOpen: (row: Row) => void;
}) {
  const { locale } = useUiSettings();
  const { rows, list, selected, accounts, onOpen } = props;
  const { focusId, focusRequest, focusOn, neighbour } = list;
  const nameOf = ({ accountId }: Transaction) => accounts.get(accountId) ?? "";
  return (
    <VirtualList
      label="Transfers"
      rows={rows}
      focusId={focusId}
      focusRequest={focusRequest}
      onFocusRow={(id) => focusOn(id, false)}
      onMove={(step) => focusOn(neighbour(step)?.id ?? null, true)}
      onOpen={onOpen}
      renderRow={(row) => {
        const { from, to, also = [] } = row.pair;
        const { outs, ins } = sidesOf(row.pair);
        const dates = [...outs, ...ins].map(({ date }) => date).toSorted();
        const [first, last] = [dates[0]!, dates.at(-1)!];
        const days = first === last ? "same day" : `to ${dayText(last, locale)}`;
        // Several add up to what the other side has.
        const amount = ins.length > 1 ? -from.amount : to.amount;
        const parts = also.length ? ` · ${also.length + 1} parts` : "";
        return (
          <ListRow
            icon={<ArrowSwap20Regular />}
            title={`${nameOf(from)} → ${nameOf(to)}`}
            line={`${money(amount, to.currency, locale)} · ${dayText(first, locale)}, ${days}${parts}`}
            age={row.kind === "candidate" ? row.pair.score : undefined}
            tags={<State row={row} />}
            selected={row.id === selected}
            onOpen={() => onOpen(row)}
          />
        );
      }}
    />
  );
}

function State({ row }: { row: Row }) {
  if (row.kind === "candidate") return <StatusText status="warn">Unclear</StatusText>;
  if (row.kind === "refused") return <StatusText status="idle">Refused</StatusText>;
  return <StatusText status="ok">{row.pair.automatic ? "Linked automatically" : "Linked"}</StatusText>;
}
