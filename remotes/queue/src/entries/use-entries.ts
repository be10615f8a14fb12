import type { QueueEntry } from "@tessera/contracts/queue.ts";
import { useInfiniteQuery, useQuery } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { useEffect, useMemo } from "react";
import type { QueueAddress } from "../queue-address.ts";
import { pageSize, queueApi, queueKeys } from "../queue-api.ts";

/** While the page is in view the list is asked for again this often, in ms: entries come from elsewhere. */
const refreshEvery = 30_000;
/** And this often in the first minute of an account, when the welcome is on its way. */
const refreshAtFirst = 1_500;

export function useEntries(state: QueueAddress["entryState"], q: string) {
  const query = useInfiniteQuery({
    queryKey: [...queueKeys.entries, state, q],
    queryFn: ({ pageParam, signal }) => queueApi.entries({ state, q: q || undefined, cursor: pageParam, limit: pageSize }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: ({ state: { data } }) => (data?.pages[0]?.open === 0 && isNew() ? refreshAtFirst : refreshEvery),
  });
  const { data } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const open = data?.pages[0]?.open;
  useEffect(() => {
    if (open !== undefined) shell().badges.set("queue", open || null);
  }, [open]);
  return { query, rows, open };
}

function isNew(): boolean {
  const created = shell().auth.getSession().user?.createdAt;
  return created !== undefined && Date.now() - Date.parse(created) < 60_000;
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
