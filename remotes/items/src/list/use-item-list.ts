import type { ItemPage, ItemQuery, ItemSections, SectionQuery } from "@tessera/contracts-items/items.ts";
import { keepPreviousData, useQuery, useQueryClient } from "@tessera/query";
import { useLive } from "@tessera/shell-api";
import { useCallback, useRef, useState } from "react";
import { items, keys } from "../api.ts";
import { whenWritten } from "../triage/own-writes.ts";
import { append, fromPage, type ListData, mergeHead } from "./list-data.ts";
import { FIRST_PAGE, type ListQuery, NEXT_PAGE, requestOf } from "./list-query.ts";
import { takeChanges } from "./live-changes.ts";

/** How long a list is taken as fresh, in ms; triage keeps it right meanwhile. */
const STALE_TIME_MS = 15_000;

/** Ms between looks at a list while changes do not arrive live. */
export const POLL_MS = 10_000;

/** Where the rows of a list come from. */
export interface ListSource {
  page: (request: ItemQuery, signal?: AbortSignal) => Promise<ItemPage>;
  /** How many cards each section has. */
  sections: (request: SectionQuery, signal?: AbortSignal) => Promise<ItemSections>;
  /** The rows of before stay until those of another query are there. */
  keepsRows?: boolean;
}
export const ALL_LISTS: ListSource = { page: items.list, sections: items.sections };

/** One list with what other devices change of it. */
export function useItemList(query: ListQuery, source = ALL_LISTS) {
  const client = useQueryClient();
  const live = useLive("items.item", (changes) => void takeChanges(client, changes));
  return { ...useLoadedList(query, source, live), live };
}

/** One list: its loaded beginning, and how to load on. */
export function useLoadedList(query: ListQuery, source: ListSource, live: ReturnType<typeof useLive>) {
  const client = useQueryClient();
  const queryKey = keys.list(query);
  const first = useQuery<ListData>({
    queryKey,
    staleTime: STALE_TIME_MS,
    // Cards may have been changed on another page, for example in the queue.
    refetchOnMount: "always",
    structuralSharing: false,
    placeholderData: source.keepsRows ? keepPreviousData : undefined,
    refetchInterval: live === "live" ? false : POLL_MS,
    queryFn: async ({ signal }): Promise<ListData> => {
      const request = requestOf(query, { limit: FIRST_PAGE });
      if (!client.getQueryData<ListData>(queryKey)) return fromPage(await source.page(request, signal));
      // An answer from before a change that is on its way would put back what the person has just moved.
      await whenWritten();
      const page = await source.page(request, signal);
      const before = client.getQueryData<ListData>(queryKey);
      return before ? mergeHead(before, page) : fromPage(page);
    },
  });

  const running = useRef<string | null>(null);
  const [moreError, setMoreError] = useState<Error | null>(null);
  const hash = JSON.stringify(query);

  /** Loads pages until `wanted` rows are there or the list ends; calls while one runs are dropped. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash stands for the query and its key
  const loadTo = useCallback(
    async (wanted: number) => {
      if (running.current === hash) return;
      running.current = hash;
      setMoreError(null);
      try {
        for (;;) {
          const data = client.getQueryData<ListData>(queryKey);
          if (!data?.nextCursor || data.rows.length >= wanted || running.current !== hash) break;
          const cursor = data.nextCursor;
          const page = await source.page(requestOf(query, { limit: NEXT_PAGE, cursor }));
          client.setQueryData<ListData>(queryKey, (now) => (now?.nextCursor === cursor ? append(now, page) : now));
        }
      } catch (error) {
        setMoreError(error as Error);
      } finally {
        if (running.current === hash) running.current = null;
      }
    },
    [client, hash],
  );

  return {
    data: first.data,
    isOld: first.isPlaceholderData,
    error: first.error,
    isPending: first.isPending,
    refetch: first.refetch,
    loadTo,
    moreError,
  };
}
