import { z } from "zod";
import { request, type Transport } from "./client.ts";
import { pageOf } from "./page.ts";

/** A thing that waits for the person: opened and closed by the service that knows, worked by the person. */
export const QueueEntry = z
  .object({
    id: z.uuid(),
    /** Kind of the matter, for example "subscription", "import-report", "task-due", "failed-job", "welcome". */
    kind: z.string(),
    title: z.string(),
    line: z.string(),
    /** Page where it is dealt with. */
    path: z.string().nullable(),
    itemId: z.uuid().nullable(),
    jobId: z.uuid().nullable(),
    state: z.enum(["open", "snoozed", "accepted", "declined", "closed"]),
    snoozeUntil: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "QueueEntry" });
export type QueueEntry = z.infer<typeof QueueEntry>;
export const QueueEntryPage = pageOf(QueueEntry).extend({ open: z.int() });
export type QueueEntryPage = z.infer<typeof QueueEntryPage>;

/** Event `queue.entry-opened`, sent by any service in the transaction that made it true. `key` makes it idempotent per user. */
export const EntryOpened = z.strictObject({
  userId: z.uuid(),
  key: z.string().min(1).max(200),
  kind: z.string(),
  title: z.string().max(300),
  line: z.string().max(500).default(""),
  path: z.string().nullable().default(null),
  itemId: z.uuid().nullable().default(null),
  jobId: z.uuid().nullable().default(null),
});
export type EntryOpened = z.input<typeof EntryOpened>;
/** Event `queue.entry-closed`: the matter is settled, whoever settled it. */
export const EntryClosed = z.strictObject({ userId: z.uuid(), key: z.string() });
export type EntryClosed = z.infer<typeof EntryClosed>;
export const ENTRY_OPENED = "queue.entry-opened";
export const ENTRY_CLOSED = "queue.entry-closed";

export const DecideEntry = z.strictObject({
  action: z.enum(["accept", "decline", "snooze", "reopen"]),
  snoozeUntil: z.iso.datetime().optional(),
});

export const JobState = z.enum(["waiting", "running", "done", "failed", "cancelled"]);
/** A background job of the person, as every service records it. Progress counts in `unit`s. */
export const Job = z
  .object({
    id: z.uuid(),
    queue: z.string(),
    title: z.string(),
    state: JobState,
    done: z.int(),
    total: z.int().nullable(),
    unit: z.string(),
    attempts: z.int(),
    error: z.string().nullable(),
    log: z.array(z.object({ at: z.iso.datetime(), message: z.string() })),
    path: z.string().nullable().describe("page that shows the result"),
    parentId: z.uuid().nullable(),
    itemId: z.uuid().nullable(),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().nullable(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Job" });
export type Job = z.infer<typeof Job>;
export const JobPage = pageOf(Job).extend({ counts: z.record(JobState, z.int()) });
export type JobPage = z.infer<typeof JobPage>;

export const queueClient = (transport: Transport) => ({
  entries: (query: { state?: "open" | "snoozed" | "settled"; q?: string; cursor?: string; limit?: number }, signal?: AbortSignal) =>
    request<QueueEntryPage>(transport, "GET", "/api/queue/entries", { query, signal }),
  decide: (id: string, decision: z.infer<typeof DecideEntry>) =>
    request<QueueEntry>(transport, "POST", `/api/queue/entries/${id}/decision`, { json: decision }),
  jobs: (query: { state?: z.infer<typeof JobState>; q?: string; cursor?: string; limit?: number }, signal?: AbortSignal) =>
    request<JobPage>(transport, "GET", "/api/queue/jobs", { query, signal }),
  job: (id: string, signal?: AbortSignal) => request<Job>(transport, "GET", `/api/queue/jobs/${id}`, { signal }),
  retry: (id: string) => request<Job>(transport, "POST", `/api/queue/jobs/${id}/retry`),
  cancel: (id: string) => request<Job>(transport, "POST", `/api/queue/jobs/${id}/cancel`),
  remove: (id: string) => request<void>(transport, "DELETE", `/api/queue/jobs/${id}`),
});
