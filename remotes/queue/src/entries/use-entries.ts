import type { QueueEntry, QueueEntryPage } from "@tessera/contracts-queue/queue.ts";
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from "@tessera/query";
import { type LiveState, type RowChange, shell, useLive } from "@tessera/shell-api";
import { useEffect, useMemo } from "react";
import type { QueueAddress } from "../queue-address.ts";
import { pageSize, queueApi, queueKeys } from "../queue-api.ts";
import { refreshPages } from "../refresh-pages.ts";
import { isWriting, whenWritten } from "./own-writes.ts";
import { useReturns } from "./use-returns.ts";

/**
 * Poll interval in ms while live updates are down; more often in an account's first minute, when the welcome entry
 * arrives.
 */
export const POLL_MS = 15_000;
const FIRST_POLL_MS = 1_500;

/** Follows the person's entries. */
export function useLiveEntries(): LiveState {
  const client = useQueryClient();
  const live = useLive("queue.entry", (changes) => {
    void client.invalidateQueries({ queryKey: queueKeys.nextReturn });
    if (changes === null || changes.some((change) => isNews(client, change)))
      void refreshPages(client, queueKeys.entries, changes, isListed);
  });
  useReturns();
  return live;
}

export function useEntries(
  { entryState: state, q, assignee }: Pick<QueueAddress, "entryState" | "q" | "assignee">,
  live: LiveState,
) {
  const query = useInfiniteQuery({
    queryKey: [...queueKeys.entries, state, q, assignee],
    queryFn: async ({ pageParam, signal }) => {
      if (isWriting()) await whenWritten();
      return queueApi.entries(
        { state, q: q || undefined, assignee: assignee as "me" | undefined, cursor: pageParam, limit: pageSize },
        signal,
      );
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: ({ state: { data } }) => {
      if (live === "live") return false;
      return data?.pages[0]?.open === 0 && isNew() ? FIRST_POLL_MS : POLL_MS;
    },
  });
  const { data } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const open = data?.pages[0]?.open;
  useEffect(() => {
    if (open !== undefined) shell().badges.set("queue", open || null);
  }, [open]);
  return { query, rows, open };
}

/** Whether an entry is in one of the lists as it is now. */
function isListed({ record }: RowChange, [, , list]: readonly unknown[]): boolean {
  const { state } = record;
  return state === "open" || state === "snoozed" ? list === state || list === "open" : list === "settled" && !!state;
}

function isNew(): boolean {
  const created = shell().auth.getSession().user?.createdAt;
  return created !== undefined && Date.now() - Date.parse(created) < 60_000;
}

/** Whether an entry is in another state than the page shows: what it decided itself it knows. */
function isNews(client: QueryClient, { record }: RowChange): boolean {
  const known = client
    .getQueriesData<{ pages: QueueEntryPage[] }>({ queryKey: queueKeys.entries })
    .flatMap(([, data]) => data?.pages.flatMap((page) => page.items) ?? [])
    .find((entry) => entry.id === record.id);
  return known?.updatedAt !== new Date(String(record.updated_at)).toISOString();
}

/** An entry that the address names: from the list when it is there, else asked for. */
export function useEntry(id: string | undefined, rows: readonly QueueEntry[]) {
  const listed = rows.find((row) => row.id === id);
  const query = useQuery({
    queryKey: queueKeys.entry(id ?? ""),
    queryFn: ({ signal }) => queueApi.entry(id ?? "", signal),
    enabled: id !== undefined && !listed,
  });
  return { entry: listed ?? (id === undefined ? undefined : query.data), query };
}
