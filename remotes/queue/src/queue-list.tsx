import { type Command, useCommands } from "@tessera/shell-api";
import { DataList, ErrorState, ListRow, type ListRowProps, RowSkeleton } from "@tessera/ui";
import type { ReactNode } from "react";
import { ListFoot, RowCheck } from "./list-parts.tsx";
import { useLatest } from "./use-latest.ts";
import type { ListState } from "./use-list-state.ts";

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
  list: ListState<T>;
  hrefOf: (row: T) => string;
}

const idOf = (row: Row) => row.id;

/** A list of the queue in all its states: loading, broken, empty, its rows, and the foot with what is done to those selected. */
export function QueueList<T extends Row>(props: {
  model: Model<T>;
  label: string;
  groupOf: (row: T) => string;
  onOpen: (row: T) => void;
  /** What a row says; its place, its box and its link are the list's. */
  rowOf: (row: T) => Omit<ListRowProps, "selected" | "checked" | "href" | "title"> & { title?: ReactNode };
  empty: ReactNode;
  /** What can be done with the rows that are selected. */
  children: ReactNode;
}) {
  const { query, rows, list, hrefOf } = props.model;
  if (query.isPending) return <RowSkeleton />;
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (rows.length === 0) return props.empty;
  const selecting = list.checked.size > 0;
  return (
    <>
      <DataList
        ref={list.list}
        label={props.label}
        items={rows}
        keyOf={idOf}
        groupOf={props.groupOf}
        focusedKey={list.focusedKey}
        onFocusKey={list.onFocusKey}
        onOpen={props.onOpen}
        checkedKeys={list.checked}
        onCheck={list.setChecked}
        onEndReached={() => query.hasNextPage && !query.isFetchingNextPage && void query.fetchNextPage()}
        renderRow={(row, { checked }) => {
          const { icon, title = row.title, ...rest } = props.rowOf(row);
          const box = <RowCheck label={`Select ${row.title}`} checked={checked} onChange={() => list.toggle(row.id)} />;
          return (
            <ListRow
              {...rest}
              icon={selecting ? box : icon}
              title={title}
              selected={row.id === list.shownId}
              checked={checked}
              href={hrefOf(row)}
            />
          );
        }}
      />
      <ListFoot selected={list.chosen.length} onClear={list.clear}>
        {props.children}
      </ListFoot>
    </>
  );
}

/** The keys that both lists have, and those of one list; `run` is handed the model of the newest render. */
export function useQueueCommands<M extends { list: Pick<ListState<Row>, "list" | "toggleFocused"> }>(
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
      { id: "queue.next", title: `Next ${word}`, group, keys: "j", hidden: true, run: () => list().list.current?.move(1) },
      { id: "queue.previous", title: `Previous ${word}`, group, keys: "k", hidden: true, run: () => list().list.current?.move(-1) },
      { id: "queue.select", title: `Select the ${word}`, group, keys: "x", hidden: true, run: () => list().toggleFocused() },
      ...latest.current.own.map(({ run, ...command }) => ({
        ...command,
        group,
        run: async () => {
          await run(latest.current.model);
        },
      })),
      { id: "queue.search", title: "Search the queue", group, keys: "/", run: onSearch },
    ];
  }, [latest, word, onSearch]);
}
