import { failureSignature } from "@tessera/contracts-queue/client.ts";
import type { FailureGroup, Job } from "@tessera/contracts-queue/queue.ts";
import { useNavigate } from "@tessera/router";
import { useCallback, useMemo } from "react";
import { LONGEST_POLL_MS } from "../polling.ts";
import { noFilter, type QueueAddress, writeAddress } from "../queue-address.ts";
import { pageSize } from "../queue-api.ts";
import { useSelection } from "../use-selection.ts";
import { useChangeJobs } from "./change-jobs.ts";
import { filterOf } from "./job-filter.ts";
import { canCancel } from "./job-words.tsx";
import { useBulkChanges } from "./use-bulk-changes.ts";
import { useFailures, useJobs, useKinds } from "./use-jobs.ts";

/** All that the view "Jobs" shows and does. */
export function useJobsList(address: QueueAddress, go: (change: Partial<QueueAddress>, push?: boolean) => void) {
  const here = address.view === "jobs";
  const filter = here ? address : noFilter;
  /** Failures stand for those alike, until those of one signature are asked for. */
  const grouped = filter.jobState === "failed" && !filter.like;
  const { query, rows: listed, counts, matches, live } = useJobs(filter, here && !grouped ? pageSize : 1);
  const alike = useFailures(filter, here && (grouped || (counts?.failed ?? 0) > 0));
  const groups = alike.data?.groups;
  const kinds = useKinds(here);
  const rows = useMemo(
    () =>
      grouped
        ? (groups ?? []).map(({ newest }) => newest)
        : [...listed.filter(canCancel), ...listed.filter((job) => !canCancel(job))],
    [grouped, groups, listed],
  );
  const list = useSelection(rows, here ? address.selected : undefined, (selected) => go({ selected }));
  const navigate = useNavigate();
  const changes = useChangeJobs();
  const { begin, running } = useBulkChanges(here, live, kinds);
  const groupOf = useCallback(
    (job: Job): FailureGroup | undefined => {
      const signature = job.state === "failed" ? failureSignature(job.queue, job.error) : undefined;
      return groups?.find((group) => group.signature === signature);
    },
    [groups],
  );
  /** Failures that a row stands for, itself included. */
  const countOf = useCallback((job: Job) => (grouped ? (groupOf(job)?.count ?? 1) : 1), [grouped, groupOf]);
  const showAlike = (group: FailureGroup) =>
    go({ jobState: "failed", like: group.signature, selected: undefined }, true);
  const changeAlike = (action: "retry" | "remove", group: FailureGroup) =>
    begin(
      {
        action,
        filter: {
          ...filterOf({ ...filter, jobState: "failed", like: undefined }, new Date()),
          signature: group.signature,
        },
      },
      group.count,
      action === "remove",
    );
  return {
    query: grouped ? { ...alike, hasNextPage: false, isFetchingNextPage: false, fetchNextPage: nothing } : query,
    rows,
    counts,
    /** Jobs that the filter names; undefined before the first answer. */
    matches,
    grouped,
    filter,
    kinds,
    live,
    pollMs: LONGEST_POLL_MS,
    list,
    busy: changes.busy,
    groupOf,
    countOf,
    showAlike,
    changeAlike,
    /** Acts on rows, with all those that they stand for. */
    change: async (action: "retry" | "cancel" | "remove", all: readonly Job[]) => {
      const alone = all.filter((job) => countOf(job) === 1);
      if (action !== "cancel")
        for (const job of all) {
          const group = countOf(job) > 1 && groupOf(job);
          if (group) await changeAlike(action, group);
        }
      await changes.change(action, alone);
    },
    /** Acts on all jobs of the filter, after saying which those are. */
    changeMatching: (action: "retry" | "cancel" | "remove", count: number) =>
      begin({ action, filter: filterOf(filter, new Date()) }, count, true),
    bulk: running,
    hrefOf: (job: Job) => `/queue${writeAddress({ ...address, selected: job.id })}`,
    /** Enter: those alike, or the page that shows what the job made; on a phone the job is shown first. */
    openJob: (job: Job) => {
      const group = countOf(job) > 1 && groupOf(job);
      if (group && !list.isPhone) showAlike(group);
      else if (job.path && job.state === "done" && !list.isPhone) navigate(job.path);
      else go({ selected: job.id }, true);
    },
  };
}

export type JobsList = ReturnType<typeof useJobsList>;

const nothing = () => undefined;
