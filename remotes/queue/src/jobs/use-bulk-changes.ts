import { counted } from "@tessera/contracts-core/counted.ts";
import { BULK_QUEUE } from "@tessera/contracts-queue/client.ts";
import type { ChangeMatching, Job, JobKind } from "@tessera/contracts-queue/queue.ts";
import { useQuery, useQueryClient } from "@tessera/query";
import { type LiveState, shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { useEffect, useRef } from "react";
import { pollDelay } from "../polling.ts";
import { queueApi, queueKeys } from "../queue-api.ts";
import { askBulk } from "./ask-bulk.tsx";
import { canCancel } from "./job-words.tsx";

/** Changes that are followed at once; more of them wait for their turn anyway. */
const FOLLOWED = 5;
const DOING = { retry: "Retrying", cancel: "Cancelling", remove: "Deleting" } as const;

/** Changes of many jobs: begins them, follows them, and says what came of them. */
export function useBulkChanges(enabled: boolean, live: LiveState, kinds: readonly JobKind[]) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: [...queueKeys.jobs, "bulk"],
    queryFn: ({ signal }) => queueApi.jobs({ queue: BULK_QUEUE, limit: FOLLOWED }, signal),
    enabled,
    refetchInterval: ({ state }) => (live !== "live" && state.data?.items.some(canCancel) ? pollDelay(0) : false),
  });
  const running = data?.items.filter(canCancel) ?? NONE;
  const followed = useRef(new Set<string>());
  useEffect(() => {
    for (const job of data?.items ?? NONE) {
      if (canCancel(job)) followed.current.add(job.id);
      else if (followed.current.delete(job.id)) say(job);
    }
  }, [data]);
  return {
    running,
    /** Begins a change of `count` jobs, after asking where that is due. */
    begin: async (change: ChangeMatching, count: number, ask: boolean) => {
      const kind = kinds.find(({ queue }) => queue === change.filter.queue)?.words ?? change.filter.queue;
      if (ask && !(await askBulk(change, count, kind))) return;
      try {
        const job = await queueApi.changeMatching(change);
        followed.current.add(job.id);
        shell().notifications.show({
          intent: "info",
          message: `${DOING[change.action]} ${counted(count, "job")}.`,
          action: { label: "Abort", run: () => abort(job.id) },
        });
      } catch (error) {
        shell().notifications.show({ intent: "error", message: failureWords("The jobs are unchanged.", error) });
      }
      await client.invalidateQueries({ queryKey: ["queue"] });
    },
  };
}

/** Ends a change of many jobs: those that it has not reached yet stay as they are. */
export async function abort(id: string): Promise<void> {
  await queueApi
    .cancel(id)
    .catch((error: Error) => shell().notifications.show({ intent: "warning", message: error.message }));
}

function say({ title, state, done, total, error }: Job): void {
  const said = {
    done: { intent: "success", message: `${title}: ${counted(done, "job")}.` },
    failed: { intent: "error", message: `${title}: ${error ?? "It failed."}` },
    cancelled: {
      intent: "warning",
      message: `${title}: stopped after ${done.toLocaleString()} of ${counted(total ?? 0, "job")}.`,
    },
  } as const;
  if (state in said) shell().notifications.show(said[state as keyof typeof said]);
}

const NONE: Job[] = [];
