import { failureSignature } from "@tessera/contracts-queue/client.ts";
import type { FailureGroup, Job } from "@tessera/contracts-queue/queue.ts";
import { useNavigate } from "@tessera/router";
import { useMemo } from "react";
import { LONGEST_POLL_MS } from "../polling.ts";
import { type QueueAddress, writeAddress } from "../queue-address.ts";
import { pageSize } from "../queue-api.ts";
import { useSelection } from "../use-selection.ts";
import { useChangeJobs } from "./change-jobs.ts";
import { canCancel } from "./job-words.tsx";
import { useFailures, useJobs } from "./use-jobs.ts";

/** All that the view "Jobs" shows and does. */
export function useJobsList(address: QueueAddress, go: (change: Partial<QueueAddress>, push?: boolean) => void) {
  const here = address.view === "jobs";
  const {
    query,
    rows: listed,
    counts,
    live,
  } = useJobs(here ? address.jobState : undefined, here ? address.q : "", here ? pageSize : 1);
  const failures = useFailures(here && (counts?.failed ?? 0) > 0).data?.groups;
  const alike = address.jobState === "failed" ? failures : undefined;
  const rows = useMemo(
    () =>
      alike ? bySignature(listed, alike) : [...listed.filter(canCancel), ...listed.filter((job) => !canCancel(job))],
    [listed, alike],
  );
  const list = useSelection(rows, here ? address.selected : undefined, (selected) => go({ selected }));
  const navigate = useNavigate();
  return {
    query,
    rows,
    counts,
    live,
    pollMs: LONGEST_POLL_MS,
    list,
    ...useChangeJobs(),
    /** Failures similar to a job's, itself included; undefined for a job that has not failed. */
    groupOf: (job: Job): FailureGroup | undefined => {
      const signature = job.state === "failed" ? failureSignature(job.queue, job.error) : undefined;
      return failures?.find((group) => group.signature === signature);
    },
    hrefOf: (job: Job) => `/queue${writeAddress({ ...address, selected: job.id })}`,
    /** Enter: the page that shows what the job made; on a phone the job is shown first. */
    openJob: (job: Job) => {
      if (job.path && job.state === "done" && !list.isPhone) navigate(job.path);
      else go({ selected: job.id }, true);
    },
  };
}

export type JobsList = ReturnType<typeof useJobsList>;

/** Similar failures side by side, the largest group first. */
function bySignature(jobs: readonly Job[], groups: readonly FailureGroup[]): Job[] {
  const place = new Map(groups.map((group, index) => [group.signature, index]));
  const placeOf = (job: Job) => place.get(failureSignature(job.queue, job.error)) ?? groups.length;
  return [...jobs].sort((a, b) => placeOf(a) - placeOf(b));
}
