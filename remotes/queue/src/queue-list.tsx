import { type Command, inList, type LiveState, useCommands } from "@tessera/shell-api";
import {
  ErrorState,
  groupsBy,
  ListRow,
  type ListRowProps,
  LiveNote,
  RowSkeleton,
  VirtualList,
  type VirtualListProps,
} from "@tessera/ui";
import { memo, type ReactNode, useCallback, useMemo } from "react";
import { ListFoot, RowCheck } from "./list-parts.tsx";
import { useLatest } from "./use-latest.ts";
import type { Selection } from "./use-selection.ts";

/** Of an infinite query, what a list needs. */
interface Pages {
  isPending: boolean;
  isError: boolean;
  error: Error | null;
  data: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch(): unknown;
  fetchNextPage(): unknown;
}
interface Row {
  id: string;
  title: string;
}
interface Model<T extends Row> {
  query: Pages;
  rows: readonly T[];
  list: Selection<T>;
  live: LiveState;
  /** Poll interval in ms while live updates are down. */
  pollMs: number;
  hrefOf: (row: T) => string;
}

/**
 * What a row says; its place, its box and its link are the list's. `active`: hovered or focused by key, when its
 * actions are seen. Kept between renders, as rows are drawn again when it changes.
 */
type RowOf<T> = (
  row: T,
  active: boolean,
) => Omit<ListRowProps, "selected" | "checked" | "href" | "title"> & { title?: ReactNode };

/** Rows beyond the window that are loaded ahead: a fifth of a page. */
const PREFETCH = 20;

/**
 * A list of the queue in all its states: loading, broken, empty, its rows, and the foot with what is done to those
 * selected.
 */
export function QueueList<T extends Row>(props: {
  model: Model<T>;
  label: string;
  groupOf: (row: T) => string;
  onOpen: (row: T) => void;
  rowOf: RowOf<T>;
  /** What swiping a row does. */
  swipe?: VirtualListProps<T>["swipe"];
  empty: ReactNode;
  /** What stands over the rows. */
  first?: ReactNode;
  /** What stands above the foot. */
  above?: ReactNode;
  /** What can be done with the rows that are selected. */
  children: ReactNode;
}) {
  const { query, rows, list, hrefOf } = props.model;
  const groups = useMemo(() => groupsBy(rows, props.groupOf), [rows, props.groupOf]);
  const { isFetchingNextPage, fetchNextPage } = query;
  const loadOn = useCallback(() => void (isFetchingNextPage || fetchNextPage()), [isFetchingNextPage, fetchNextPage]);
  const note = <LiveNote state={props.model.live} every={props.model.pollMs} />;
  if (query.isPending) return <RowSkeleton />;
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (rows.length === 0)
    return (
      <>
        {note}
        {props.empty}
        {props.above}
      </>
    );
  const selecting = list.checked.size > 0;
  return (
    <>
      {note}
      {props.first}
      <VirtualList
        label={props.label}
        rows={rows}
        groups={groups}
        focusId={list.focusId}
        focusRequest={list.focusRequest}
        checked={list.checked}
        onFocusRow={list.onFocusRow}
        onOpen={props.onOpen}
        onMove={list.move}
        onExtend={(row) => list.extendTo(row.id)}
        swipe={props.swipe}
        loadTo={loadOn}
        hasMore={query.hasNextPage}
        prefetch={PREFETCH}
        renderRow={(row, { checked, active }) => (
          <QueueRow
            row={row}
            rowOf={props.rowOf}
            active={active}
            selecting={selecting}
            selected={row.id === list.shownId}
            checked={checked}
            onToggle={list.toggle}
            href={hrefOf(row)}
          />
        )}
      />
      {props.above}
      <ListFoot selected={list.chosen.length} onClear={list.clear}>
        {props.children}
      </ListFoot>
    </>
  );
}

interface QueueRowProps<T extends Row> {
  row: T;
  rowOf: RowOf<T>;
  active: boolean;
  /** While any row is selected, each shows its box. */
  selecting: boolean;
  selected: boolean;
  checked: boolean;
  onToggle: (id: string) => void;
  href: string;
}

/** Drawn when something of it changed: scrolling draws the rows that come into view, and no others. */
const QueueRow = memo(function QueueRow<T extends Row>(props: QueueRowProps<T>) {
  const { row, selected, checked, href } = props;
  const { icon, title = row.title, ...rest } = props.rowOf(row, props.active);
  const box = <RowCheck label={`Select ${row.title}`} checked={checked} onChange={() => props.onToggle(row.id)} />;
  return (
    <ListRow
      {...rest}
      icon={props.selecting ? box : icon}
      title={title}
      selected={selected}
      checked={checked}
      href={href}
    />
  );
}) as <T extends Row>(props: QueueRowProps<T>) => ReactNode;

/** The keys that both lists have, and those of one list; `run` is handed the model of the newest render. */
export function useQueueCommands<M extends { list: Pick<Selection<Row>, "move" | "toggleFocused" | "checkAll"> }>(
  model: M,
  /** What a row is, in a word. */
  word: string,
  onSearch: () => void,
  own: readonly (Omit<Command, "group" | "run"> & { run: (model: M) => unknown })[],
): void {
  const latest = useLatest({ model, own });
  useCommands(() => {
    const group = "Queue";
    const list = () => latest.current.model.list;
    return [
      { id: "queue.next", title: `Next ${word}`, group, act: "next", hidden: true, run: () => list().move(1) },
      {
        id: "queue.previous",
        title: `Previous ${word}`,
        group,
        act: "previous",
        hidden: true,
        run: () => list().move(-1),
      },
      {
        id: "queue.extend-next",
        title: `Select to the next ${word}`,
        group,
        act: "extend-next",
        hidden: true,
        run: () => list().move(1, true),
      },
      {
        id: "queue.extend-previous",
        title: `Select to the previous ${word}`,
        group,
        act: "extend-previous",
        hidden: true,
        run: () => list().move(-1, true),
      },
      {
        id: "queue.select",
        title: `Select the ${word}`,
        group,
        act: "select",
        hidden: true,
        run: () => list().toggleFocused(),
      },
      {
        id: "queue.select-all",
        title: "Select all that are loaded",
        group,
        act: "select-all",
        when: inList,
        run: () => list().checkAll(),
      },
      ...latest.current.own.map(({ run, ...command }) => ({
        ...command,
        group,
        run: async () => {
          await run(latest.current.model);
        },
      })),
      { id: "queue.search", title: "Search the queue", group, act: "search", run: onSearch },
    ];
  }, [latest, word, onSearch]);
}
