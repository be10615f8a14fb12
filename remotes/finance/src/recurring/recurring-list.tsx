import { ArrowRepeatAll20Regular } from "@fluentui/react-icons/svg/arrow-repeat-all";
import type { Recurring } from "@tessera/contracts-finance/recurring.ts";
import { ListRow, type ListState, StatusText, useUiSettings, VirtualList } from "@tessera/ui";
import { money } from "../money.ts";
import { dayText } from "../transactions/transaction-row.tsx";
import { EVERY_WORDS } from "./recurring-words.ts";

/** What recurs: how often, the next day and amount, and whether one did not come. */
export function RecurringRows(props: {
  rows: readonly Recurring[];
  list: ListState<Recurring>;
  selected: string | null;
  onOpen: (row: Recurring) => void;
}) {
  const { locale } = useUiSettings();
  const { rows, list, selected, onOpen } = props;
  const { focusId, focusRequest, focusOn, neighbour } = list;
  return (
    <VirtualList
      label="Recurring payments"
      rows={rows}
      focusId={focusId}
      focusRequest={focusRequest}
      onFocusRow={(id) => focusOn(id, false)}
      onMove={(step) => focusOn(neighbour(step)?.id ?? null, true)}
      onOpen={onOpen}
      renderRow={(row) => (
        <ListRow
          icon={<ArrowRepeatAll20Regular />}
          title={row.name}
          line={`${EVERY_WORDS[row.every]} · ${row.due ? `next on ${dayText(row.due, locale)}` : "ended"}`}
          age={`${row.varies ? "about " : ""}${money(row.amount, row.currency, locale)}`}
          tags={<State row={row} />}
          selected={row.id === selected}
          onOpen={() => onOpen(row)}
        />
      )}
    />
  );
}

function State({ row }: { row: Recurring }) {
  if (row.due === null) return <StatusText status="idle">Ended</StatusText>;
  if (row.missed.includes(row.due)) return <StatusText status="bad">Missed</StatusText>;
  if (row.state === "found") return <StatusText status="warn">New</StatusText>;
  return null;
}
