import { MAX_BULK_ROWS } from "@tessera/contracts-queue/limits.ts";
import type { ChangeJobs, ChangeJobsResult, Job } from "@tessera/contracts-queue/queue.ts";
import { useMutation, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { queueApi } from "../queue-api.ts";
import { canCancel, canRemove, canRetry } from "./job-words.tsx";

type Action = ChangeJobs["action"];

const fits: Record<Action, (job: Job) => boolean> = { retry: canRetry, cancel: canCancel, remove: canRemove };
const did: Record<Action, string> = { retry: "Started again", cancel: "Cancelled", remove: "Deleted" };

/** "the job “Import a.html”" or "3 jobs". */
export const named = (jobs: readonly Job[]) =>
  jobs.length === 1 && jobs[0] ? `“${jobs[0].title}”` : `${jobs.length} jobs`;

/** Those of the jobs that an action fits in their present state. */
export const fitting = (action: Action, jobs: readonly Job[]) => jobs.filter(fits[action]);

/** Retries, cancels and deletes jobs, and says what came of it. */
export function useChangeJobs() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ["queue"] });

  const change = useMutation({
    mutationFn: async ({ action, jobs }: { action: Action; jobs: readonly Job[] }) => {
      const result: ChangeJobsResult = { changed: [], skipped: [] };
      for (let from = 0; from < jobs.length; from += MAX_BULK_ROWS) {
        const part = await queueApi.changeMany({
          action,
          ids: jobs.slice(from, from + MAX_BULK_ROWS).map((job) => job.id),
        });
        result.changed.push(...part.changed);
        result.skipped.push(...part.skipped);
      }
      return result;
    },
    onSuccess: ({ changed, skipped }, { action, jobs }) => {
      const touched = new Set(changed);
      if (changed.length) {
        const undo =
          action === "cancel" ? () => change.mutateAsync({ action: "retry", jobs: again(jobs, touched) }) : null;
        say(
          "success",
          `${did[action]}: ${named(jobs.filter((job) => touched.has(job.id)))}`,
          undo && { label: "Undo", run: () => void undo().catch(() => undefined) },
        );
      }
      if (skipped[0])
        say(
          "warning",
          `${skipped.length === 1 ? "One job was" : `${skipped.length} jobs were`} left alone. ${skipped[0].reason}`,
        );
    },
    onError: (error) => say("error", failureWords("The jobs are unchanged.", error)),
    onSettled: refresh,
  });

  return {
    /** Acts on those that the action fits. Deleting asks first: a log that is gone does not come back. */
    change: async (action: Action, all: readonly Job[]) => {
      const jobs = fitting(action, all);
      if (!jobs.length || (action === "remove" && !(await confirmRemoval(jobs)))) return;
      await change.mutateAsync({ action, jobs }).catch(() => undefined);
    },
    busy: change.isPending,
  };
}

type Way = { label: string; run: () => void } | null;
const say = (intent: "success" | "warning" | "error", message: string, action: Way = null) =>
  shell().notifications.show({ intent, message, ...(action && { action }) });

/** Those that were cancelled, to be run again. */
const again = (jobs: readonly Job[], touched: ReadonlySet<string>) => jobs.filter(({ id }) => touched.has(id));

const confirmRemoval = (jobs: readonly Job[]) =>
  shell().dialogs.confirm(
    `${jobs.length === 1 ? "The job and its log leave" : "The jobs and their logs leave"} the list for good. What ${jobs.length === 1 ? "it" : "they"} made stays.`,
    {
      title: `Delete ${named(jobs)}?`,
      buttons: [
        { text: "Keep", variant: "outline", onClick: (dialog) => dialog.cancel() },
        { text: jobs.length === 1 ? "Delete job" : `Delete ${jobs.length} jobs`, color: "danger", value: true },
      ],
    },
  );
