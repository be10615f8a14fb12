import type { InternalJob, InternalJobPage } from "@tessera/contracts-queue/internal-jobs.ts";
import type { JobState } from "@tessera/contracts-queue/queue.ts";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { queueApi } from "../queue-api.ts";

const key = ["queue", "internal-jobs"] as const;
/** Milliseconds between polls: a page reads the jobs of a week. */
const POLL_MS = 30_000;
const PAGE = 50;
/** Pages that are followed; who reads further reads what was there. */
const FOLLOWED = 1;

export function useInternalJobs(state: JobState) {
  const query = useInfiniteQuery({
    queryKey: [...key, state],
    queryFn: ({ pageParam, signal }): Promise<InternalJobPage> =>
      queueApi.internalJobs({ state, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }, signal),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state: { data } }) => ((data?.pages.length ?? 0) > FOLLOWED ? false : POLL_MS),
  });
  return { query, jobs: query.data?.pages.flatMap(({ items }) => items) };
}

/** Tries failed ones once more; says how many, and why not. */
export function useRetryInternalJobs() {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (jobs: readonly InternalJob[]) => queueApi.retryInternalJobs(jobs.map(({ id }) => id)),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  return {
    busy: isPending,
    run: async (jobs: readonly InternalJob[]) => {
      try {
        const { retried } = await mutateAsync(jobs);
        const message = `Started again: ${retried.length.toLocaleString()} ${retried.length === 1 ? "job" : "jobs"}`;
        shell().notifications.show({ intent: "success", message });
      } catch (error) {
        const message = failureWords("Nothing was started again.", error);
        shell().notifications.show({ intent: "error", message });
      }
    },
  };
}
