import { dayOf } from "@tessera/contracts-core/days.ts";
import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import { type RowState, useUiSettings, VirtualList, type VirtualListProps } from "@tessera/ui";
import { useMemo } from "react";
import { labelOfType, useItemTypes } from "../types/item-types.ts";
import { daysAround } from "./days-around.ts";
import { groupsOf, labelOf } from "./groups.ts";
import { ItemRow, type RowActions } from "./item-row.tsx";
import type { ListData } from "./list-data.ts";
import { type ListQuery, type ListSort, sortOf } from "./list-query.ts";
import { Board } from "./sections/board.tsx";
import { SectionGrid } from "./sections/section-grid.tsx";
import type { Sections } from "./sections/use-sections.tsx";
import { useNow } from "./use-now.ts";

type Passed =
  | "label"
  | "focusId"
  | "focusRequest"
  | "focusNear"
  | "onFocusRow"
  | "onOpen"
  | "onExtend"
  | "onMenu"
  | "onMove"
  | "loadTo"
  | "moreError";

interface ItemGridProps extends Pick<VirtualListProps<ItemSummary>, Passed> {
  query: ListQuery;
  data: ListData;
  /** Card in the detail pane. */
  selectedId: string | undefined;
  checked: ReadonlySet<string>;
  hrefOf: (id: string) => string;
  actions: RowActions;
  /** In place of `data`, for a list that has some. */
  sections: Sections | null;
  /** Takes the keyboard to a row. */
  onGo: (id: string, index: number) => void;
}

/** Which time the age of a row shows, where it is not when the card was captured. */
const TIMES: Partial<Record<ListSort, "updatedAt" | "dueAt" | "snoozeUntil">> = {
  updated: "updatedAt",
  due: "dueAt",
  wake: "snoozeUntil",
};

/** The cards of a list, by days where the order has them. */
export function ItemGrid({ query, data, selectedId, hrefOf, actions, sections, onGo, ...list }: ItemGridProps) {
  const { locale, timeZone, firstWeekday } = useUiSettings();
  const now = useNow();
  const day = dayOf(now, timeZone);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the days around now are others when the day is
  const days = useMemo(() => daysAround(now, { timeZone, firstWeekday }), [day, timeZone, firstWeekday]);
  const types = useItemTypes();
  const { rows } = data;
  const groups = useMemo(
    () => groupsOf(rows, labelOf(query, days, { locale, timeZone })),
    [rows, query, days, locale, timeZone],
  );
  const time = TIMES[sortOf(query)] ?? "createdAt";
  const picking = list.checked.size > 0;
  const shared = {
    ...list,
    swipe: actions.swipe,
    renderRow: (row: ItemSummary, { checked, active }: RowState) => (
      <ItemRow
        row={row}
        href={hrefOf(row.id)}
        now={now}
        days={days}
        kind={labelOfType(row.type, types)}
        time={time}
        selected={row.id === selectedId}
        checked={checked}
        picking={picking}
        active={active}
        actions={actions}
      />
    ),
  };
  if (sections && query.layout === "board") return <Board {...shared} sections={sections} onGo={onGo} />;
  if (sections) return <SectionGrid {...shared} sections={sections} />;
  return <VirtualList {...shared} rows={rows} total={data.total} groups={groups} hasMore={data.nextCursor !== null} />;
}
