import type { Job } from "@tessera/contracts-queue/queue.ts";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tessera/query";
import { type RowChange, useLive } from "@tessera/shell-api";
import { useMemo, useRef } from "react";
import { pollDelay } from "../polling.ts";
import type { QueueAddress } from "../queue-address.ts";
import { pageSize, queueApi, queueKeys } from "../queue-api.ts";
import { refreshPages } from "../refresh-pages.ts";
import { filterKey, filterOf } from "./job-filter.ts";
import { canCancel } from "./job-words.tsx";

type Filter = Pick<QueueAddress, "jobState" | "kind" | "hours" | "like" | "q">;

/**
 * Jobs of a filter. While live updates are down they are polled as long as any waits or runs and the page is visible.
 */
export function useJobs(filter: Filter, limit = pageSize) {
  const client = useQueryClient();
  const live = useLive("kit.job", (changes) => {
    void refreshPages(client, queueKeys.jobs, changes, mayEnter);
    void client.invalidateQueries({ queryKey: queueKeys.failures });
    void client.invalidateQueries({ queryKey: queueKeys.kinds });
    void client.invalidateQueries({ queryKey: queueKeys.job() });
  });
  const changed = useRef<{ data: unknown; at: number }>({ data: undefined, at: 0 });
  const query = useInfiniteQuery({
    queryKey: [...queueKeys.jobs, ...filterKey(filter), limit],
    queryFn: ({ pageParam, signal }) =>
      queueApi.jobs({ ...filterOf(filter, new Date()), cursor: pageParam, limit }, signal),
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
  const first = data?.pages[0];
  return { query, rows, counts: first?.counts, matches: first?.matches ?? undefined, live };
}

/**
 * Whether a job may have come among others that are shown: in the list of all it stands where it was queued, so what is
 * not on the first page is beyond those that are loaded.
 */
function mayEnter({ record }: RowChange, key: readonly unknown[]): boolean {
  const [state, kind, , like, q] = key.slice(queueKeys.jobs.length);
  if (!record.id || (kind && record.queue !== kind)) return false;
  return state === "all" ? Boolean(like || q) : record.state === state;
}

/**
 * A job that the address or an entry names: what the list has of it at once, and all of it when it has come. It is
 * followed while it runs: lines of its log are not told to open pages.
 */
export function useJob(id: string | undefined, rows: readonly Job[]) {
  const query = useQuery({
    queryKey: queueKeys.job(id ?? ""),
    queryFn: ({ signal }) => queueApi.jobDetail(id ?? "", signal),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => (data && canCancel(data) ? pollDelay(0) : false),
  });
  const detail = id === undefined ? undefined : query.data;
  return { job: detail ?? rows.find((row) => row.id === id), detail, query };
}

/** Failed jobs by what they have in common; only asked for where failures are shown. */
export const useFailures = (filter: Filter, enabled: boolean) =>
  useQuery({
    queryKey: [...queueKeys.failures, filter.kind ?? "", filter.hours ?? 0, filter.q],
    queryFn: ({ signal }) => {
      const { q, queue, since } = filterOf(filter, new Date());
      return queueApi.failures({ q, queue, since }, signal);
    },
    enabled,
  });

/** The kinds of which the person has jobs. */
export const useKinds = (enabled: boolean) =>
  useQuery({ queryKey: queueKeys.kinds, queryFn: ({ signal }) => queueApi.kinds(signal), enabled }).data?.kinds ?? NONE;

const NONE: never[] = [];
