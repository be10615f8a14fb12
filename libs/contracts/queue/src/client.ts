import { request, type Transport } from "@tessera/contracts-core/client.ts";
import type { InternalJobPage, InternalJobQuery, RetriedInternalJobs, RetryInternalJobs } from "./internal-jobs.ts";
import type {
  AssignEntries,
  ChangeJobs,
  ChangeJobsResult,
  ChangeMatching,
  DecideEntries,
  DecideEntry,
  DecideResult,
  EntryQuery,
  FailureGroups,
  FailureQuery,
  Job,
  JobDetail,
  JobKinds,
  JobPage,
  JobQuery,
  NewSavedFilter,
  QueueEntry,
  QueueEntryPage,
  RerunJob,
  RetryLike,
  RetryLikeResult,
  SavedFilter,
  SavedFilters,
} from "./queue.ts";
import type { JobNumbers, NumbersQuery, PauseSchedule, Schedule, ScheduleList } from "./schedules.ts";

/**
 * What failures have in common: the queue, and the error without what differs from case to case (at most 500 characters
 * of it).
 */
export function failureSignature(queue: string, error: string | null): string {
  const common = (error ?? "")
    .toLowerCase()
    .replace(/https?:\/\/\S+/g, "<address>")
    .replace(/"[^"]*"|'[^']*'|“[^”]*”|‘[^’]*’/g, "<name>")
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,}/g, "<id>")
    .replace(/\d+(?:[.,:]\d+)*/g, "<n>")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 500);
  return `${queue}: ${common}`;
}

/** Kind of the jobs that change all jobs of a filter. */
export const BULK_QUEUE = "queue.change-jobs";

export const queueClient = (transport: Transport) => ({
  entries: (query: EntryQuery, signal?: AbortSignal) =>
    request<QueueEntryPage>(transport, "GET", "/api/queue/entries", { query, signal }),
  entry: (id: string, signal?: AbortSignal) =>
    request<QueueEntry>(transport, "GET", `/api/queue/entries/${id}`, { signal }),
  decide: (id: string, decision: DecideEntry) =>
    request<QueueEntry>(transport, "POST", `/api/queue/entries/${id}/decision`, { json: decision }),
  decideMany: (decision: DecideEntries) =>
    request<DecideResult>(transport, "POST", "/api/queue/entries/decisions", { json: decision }),
  assign: (assignment: AssignEntries) =>
    request<DecideResult>(transport, "POST", "/api/queue/entries/assignments", { json: assignment }),
  jobs: (query: JobQuery, signal?: AbortSignal) =>
    request<JobPage>(transport, "GET", "/api/queue/jobs", { query, signal }),
  job: (id: string, signal?: AbortSignal) => request<Job>(transport, "GET", `/api/queue/jobs/${id}`, { signal }),
  jobDetail: (id: string, signal?: AbortSignal) =>
    request<JobDetail>(transport, "GET", `/api/queue/jobs/${id}/detail`, { signal }),
  kinds: (signal?: AbortSignal) => request<JobKinds>(transport, "GET", "/api/queue/jobs/kinds", { signal }),
  failures: (query: FailureQuery = {}, signal?: AbortSignal) =>
    request<FailureGroups>(transport, "GET", "/api/queue/jobs/failures", { query, signal }),
  retry: (id: string) => request<Job>(transport, "POST", `/api/queue/jobs/${id}/retry`),
  cancel: (id: string) => request<Job>(transport, "POST", `/api/queue/jobs/${id}/cancel`),
  remove: (id: string) => request<void>(transport, "DELETE", `/api/queue/jobs/${id}`),
  changeMany: (change: ChangeJobs) =>
    request<ChangeJobsResult>(transport, "POST", "/api/queue/jobs/changes", { json: change }),
  rerun: (id: string, rerun: RerunJob) =>
    request<Job>(transport, "POST", `/api/queue/jobs/${id}/rerun`, { json: rerun }),
  /** @returns the job that does it */
  changeMatching: (change: ChangeMatching) =>
    request<Job>(transport, "POST", "/api/queue/jobs/bulk-changes", { json: change }),
  filters: (signal?: AbortSignal) => request<SavedFilters>(transport, "GET", "/api/queue/filters", { signal }),
  saveFilter: (filter: NewSavedFilter) =>
    request<SavedFilter>(transport, "POST", "/api/queue/filters", { json: filter }),
  deleteFilter: (id: string) => request<void>(transport, "DELETE", `/api/queue/filters/${id}`),
  schedules: (signal?: AbortSignal) => request<ScheduleList>(transport, "GET", "/api/queue/schedules", { signal }),
  pauseSchedule: (queue: string, paused: boolean) =>
    request<Schedule>(transport, "PUT", `/api/queue/schedules/${encodeURIComponent(queue)}/pause`, {
      json: { paused } satisfies PauseSchedule,
    }),
  runSchedule: (queue: string) =>
    request<Schedule>(transport, "POST", `/api/queue/schedules/${encodeURIComponent(queue)}/runs`),
  numbers: (query: NumbersQuery = {}, signal?: AbortSignal) =>
    request<JobNumbers>(transport, "GET", "/api/queue/numbers", { query, signal }),
  internalJobs: (query: InternalJobQuery = {}, signal?: AbortSignal) =>
    request<InternalJobPage>(transport, "GET", "/api/queue/internal-jobs", { query, signal }),
  retryInternalJobs: (ids: string[]) =>
    request<RetriedInternalJobs>(transport, "POST", "/api/queue/internal-jobs/retries", {
      json: { ids } satisfies RetryInternalJobs,
    }),
  retryLike: (signature: string) =>
    request<RetryLikeResult>(transport, "POST", "/api/queue/jobs/retry-like", {
      json: { signature } satisfies RetryLike,
    }),
});
