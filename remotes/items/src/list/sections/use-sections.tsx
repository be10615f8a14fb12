import type { ItemSections, ItemSummary } from "@tessera/contracts-items/items.ts";
import type { ItemGroup } from "@tessera/contracts-items/sections.ts";
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from "@tessera/query";
import type { useLive } from "@tessera/shell-api";
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useState } from "react";
import { keys } from "../../api.ts";
import { useItemTypes } from "../../types/item-types.ts";
import type { ListData } from "../list-data.ts";
import { type ListQuery, sectionOf } from "../list-query.ts";
import { type ListSource, POLL_MS, useLoadedList } from "../use-item-list.ts";
import { useClosedSections } from "./closed-sections.ts";
import { nameOfSection } from "./section-names.ts";

type Live = ReturnType<typeof useLive>;
type Loaded = Pick<ReturnType<typeof useLoadedList>, "data" | "loadTo" | "moreError" | "error" | "refetch">;

/** One section of a list, or one column of a board. */
export interface Section {
  key: string;
  label: string;
  /** Cards in it, loaded or not. */
  count: number;
  /** Where its first row stands among those of all sections. */
  start: number;
  closed: boolean;
  /** What is loaded of it; undefined until it was in view. */
  list: Loaded | undefined;
}

export interface Sections {
  group: ItemGroup;
  all: readonly Section[];
  /** There are more tags than sections. */
  more: boolean;
  /** All rows in the order of the sections, with gaps where they are not loaded. */
  rows: readonly (ItemSummary | undefined)[];
  /** The same as they are now. */
  now(): (ItemSummary | undefined)[];
  /** The section in which the row at an index stands. */
  at(index: number): Section | undefined;
  toggle(key: string): void;
  /** Loads the beginning of sections that come into view. */
  show(keys: readonly string[]): void;
  /** What loads them; drawn once, anywhere. */
  loaders: ReactNode;
  error: Error | null;
  refetch(): void;
}

const NO_KEYS: ReadonlySet<string> = new Set();
const NO_LISTS: Readonly<Record<string, Loaded>> = {};

/** Which fields of a list say what its sections hold. */
const counted = ({ type, only, status, q, tag, unread, assignee, group }: ListQuery) => ({
  ...{ type, only, status, q, tag, unread, assignee },
  group: group as ItemGroup,
});

/** The sections of a list: counted by the service, each loaded once it comes into view. Null for a list without. */
export function useSections(query: ListQuery, source: ListSource, live: Live): Sections | null | undefined {
  const client = useQueryClient();
  const types = useItemTypes();
  const { group } = query;
  const counts = useQuery<ItemSections>({
    queryKey: keys.sections(counted(query)),
    queryFn: ({ signal }) => source.sections(counted(query), signal),
    enabled: group !== undefined,
    staleTime: 15_000,
    refetchOnMount: "always",
    placeholderData: source.keepsRows ? keepPreviousData : undefined,
    refetchInterval: live === "live" ? false : POLL_MS,
  });
  const [closed, toggle] = useClosedSections(query);
  const hash = JSON.stringify(query);
  const [held, hold] = useState({ hash, wanted: NO_KEYS, lists: NO_LISTS });
  const { wanted, lists } = held.hash === hash ? held : { wanted: NO_KEYS, lists: NO_LISTS };
  const show = useCallback(
    (shown: readonly string[]) =>
      hold((now) => {
        const own = now.hash === hash ? now : { hash, wanted: NO_KEYS, lists: NO_LISTS };
        if (own === now && shown.every((key) => own.wanted.has(key))) return now;
        return { ...own, wanted: new Set([...own.wanted, ...shown]) };
      }),
    [hash],
  );
  const onList = useCallback(
    (key: string, list: Loaded) =>
      hold((now) => (now.hash === hash ? { ...now, lists: { ...now.lists, [key]: list } } : now)),
    [hash],
  );
  const known = counts.data;
  const data = useMemo(() => {
    if (!group || !known) return undefined;
    let start = 0;
    const all = known.sections.map(({ key, count: counted, name }): Section => {
      const list = lists[key];
      const isClosed = closed.has(key) && query.layout !== "board";
      const count = Math.max(list?.data?.total ?? counted, list?.data?.rows.length ?? 0);
      const section = { key, label: name ?? nameOfSection(group, key, types), count, start, closed: isClosed, list };
      start += isClosed ? 0 : count;
      return section;
    });
    return { all, rows: rowsOf(all, (key) => lists[key]?.data) };
  }, [group, known, lists, closed, types, query.layout]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash stands for the query
  const loaders = useMemo(
    () =>
      [...wanted].map((key) => (
        <SectionLoader key={`${hash} ${key}`} query={sectionOf(query, key)} {...{ source, live, onList }} />
      )),
    [wanted, hash, source, live, onList],
  );
  if (!group) return null;
  if (!data) return counts.error ? failed(group, counts.error, () => void counts.refetch()) : undefined;
  const { all, rows } = data;
  return {
    ...{ group, all, rows, toggle, show, loaders, error: null },
    more: known?.more ?? false,
    now: () => rowsOf(all, (key) => cached(client, query, key)),
    at: (index) => all.findLast((section) => !section.closed && section.count > 0 && section.start <= index),
    refetch: () => void counts.refetch(),
  };
}

const cached = (client: QueryClient, query: ListQuery, key: string) =>
  client.getQueryData<ListData>(keys.list(sectionOf(query, key)));

const failed = (group: ItemGroup, error: Error, refetch: () => void): Sections => ({
  ...{ group, error, refetch, all: [], rows: [], more: false, loaders: null },
  now: () => [],
  at: () => undefined,
  toggle: () => undefined,
  show: () => undefined,
});

/** Every row of the open sections, where they are loaded. */
function rowsOf(all: readonly Section[], dataOf: (key: string) => ListData | undefined): (ItemSummary | undefined)[] {
  const rows: (ItemSummary | undefined)[] = [];
  for (const { key, count, closed } of all) {
    if (closed) continue;
    const data = dataOf(key);
    const own = data?.rows ?? [];
    rows.push(...own);
    for (let gap = Math.max(data?.total ?? count, own.length) - own.length; gap > 0; gap--) rows.push(undefined);
  }
  return rows;
}

/** Holds one section in the cache, and says what is loaded of it. */
function SectionLoader({
  query,
  source,
  live,
  onList,
}: {
  query: ListQuery;
  source: ListSource;
  live: Live;
  onList: (key: string, list: Loaded) => void;
}) {
  const { data, loadTo, moreError, error, refetch } = useLoadedList(query, source, live);
  const key = query.section as string;
  useLayoutEffect(() => {
    onList(key, { data, loadTo, moreError, error, refetch });
  }, [key, onList, data, loadTo, moreError, error, refetch]);
  return null;
}
