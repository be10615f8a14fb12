import type { Job, JobState } from "@tessera/contracts-queue/queue.ts";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tessera/query";
import { useLive } from "@tessera/shell-api";
import { useMemo, useRef } from "react";
import { pollDelay } from "../polling.ts";
import { pageSize, queueApi, queueKeys } from "../queue-api.ts";
import { canCancel } from "./job-words.tsx";

/**
 * Jobs of a state (without one: all). While live updates are down they are polled as long as any waits or runs and the
 * page is visible.
 */
export function useJobs(state: JobState | undefined, q: string, limit = pageSize) {
  const client = useQueryClient();
  const live = useLive("kit.job", () => {
    void client.invalidateQueries({ queryKey: queueKeys.jobs });
    void client.invalidateQueries({ queryKey: queueKeys.failures });
    void client.invalidateQueries({ queryKey: queueKeys.job() });
  });
  const changed = useRef<{ data: unknown; at: number }>({ data: undefined, at: 0 });
  const query = useInfiniteQuery({
    queryKey: [...queueKeys.jobs, state ?? "all", q, limit],
    queryFn: ({ pageParam, signal }) => queueApi.jobs({ state, q: q || undefined, cursor: pageParam, limit }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: ({ state: { data } }) => {
      const counts = data?.pages[0]?.counts;
      if (live === "live" || !counts || counts.waiting + counts.running === 0) return false;
      // An answer like the one before keeps its identity, so a new one means that something moved.
      if (changed.current.data !== data) changed.current = { data, at: Date.now() };
      return pollDelay(Date.now() - changed.current.at);
    },
  });
  const { data } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  return { query, rows, counts: data?.pages[0]?.counts, live };
}

/** A job that the address or an entry names: from the list when it is there, else asked for and followed to its end. */
export function useJob(id: string | undefined, rows: readonly Job[]) {
  // The list, which is always there too, handles what follows from a change.
  const live = useLive("kit.job", () => {});
  const listed = rows.find((row) => row.id === id);
  const query = useQuery({
    queryKey: queueKeys.job(id ?? ""),
    queryFn: ({ signal }) => queueApi.job(id ?? "", signal),
    enabled: id !== undefined && !listed,
    refetchInterval: ({ state: { data } }) => (live !== "live" && data && canCancel(data) ? pollDelay(0) : false),
  });
  return { job: listed ?? (id === undefined ? undefined : query.data), query };
}

/** Failed jobs by what they have in common; only asked for where failures are shown. */
export const useFailures = (enabled: boolean) =>
  useQuery({ queryKey: queueKeys.failures, queryFn: ({ signal }) => queueApi.failures(signal), enabled });
