import { PageQuery, pageOf } from "@tessera/contracts-core/page.ts";
import { z } from "zod";
import { MAX_BULK_ROWS, MAX_SEARCH_LENGTH } from "./limits.ts";

/** A thing that waits for the person: opened and closed by the service that knows, worked by the person. */
export const QueueEntry = z
  .object({
    id: z.uuid(),
    /** Kind of the matter, for example "subscription", "import-report", "task-due", "failed-job", "welcome". */
    kind: z.string(),
    title: z.string(),
    line: z.string(),
    /** Page where it is resolved. */
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
/** `open` counts all open entries, whatever the page shows. */
export const QueueEntryPage = pageOf(QueueEntry).extend({ open: z.int() }).meta({ id: "QueueEntryPage" });
export type QueueEntryPage = z.infer<typeof QueueEntryPage>;

/** `open` has entries whose snooze is over too; `settled` those accepted, declined or closed, newest first. */
export const EntryQuery = PageQuery.extend({
  state: z.enum(["open", "snoozed", "settled"]).default("open"),
  q: z.string().trim().max(MAX_SEARCH_LENGTH).optional(),
});
export type EntryQuery = Omit<z.input<typeof EntryQuery>, "limit"> & { limit?: number };

const decision = {
  action: z.enum(["accept", "decline", "snooze", "reopen"]),
  /** In the future; wanted by "snooze" alone. */
  snoozeUntil: z.iso.datetime().optional(),
};
/** What the person decides; "reopen" undoes any of the others. */
export const DecideEntry = z.strictObject(decision).meta({ id: "DecideEntry" });
export type DecideEntry = z.infer<typeof DecideEntry>;
/** One decision over many entries. */
export const DecideEntries = z
  .strictObject({ ids: z.array(z.uuid()).min(1).max(MAX_BULK_ROWS), ...decision })
  .meta({ id: "DecideEntries" });
export type DecideEntries = z.infer<typeof DecideEntries>;
/** Each id is either changed or skipped, with the reason in a sentence. */
const outcome = <T extends z.ZodType>(changed: T) =>
  z.object({ changed: z.array(changed), skipped: z.array(z.object({ id: z.uuid(), reason: z.string() })) });
export const DecideResult = outcome(QueueEntry).meta({ id: "DecideResult" });
export type DecideResult = z.infer<typeof DecideResult>;

export const JobState = z.enum(["waiting", "running", "done", "failed", "cancelled"]);
export type JobState = z.infer<typeof JobState>;
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
/** `counts` tells how many jobs each state has, whatever the page shows. */
export const JobPage = pageOf(Job)
  .extend({ counts: z.record(JobState, z.int()) })
  .meta({ id: "JobPage" });
export type JobPage = z.infer<typeof JobPage>;

export const JobQuery = PageQuery.extend({
  state: JobState.optional(),
  q: z.string().trim().max(MAX_SEARCH_LENGTH).optional(),
});
export type JobQuery = Omit<z.input<typeof JobQuery>, "limit"> & { limit?: number };

/** One action over many jobs; "remove" deletes those that are over. */
export const ChangeJobs = z
  .strictObject({ action: z.enum(["retry", "cancel", "remove"]), ids: z.array(z.uuid()).min(1).max(MAX_BULK_ROWS) })
  .meta({ id: "ChangeJobs" });
export type ChangeJobs = z.infer<typeof ChangeJobs>;
export const ChangeJobsResult = outcome(z.uuid()).meta({ id: "ChangeJobsResult" });
export type ChangeJobsResult = z.infer<typeof ChangeJobsResult>;

/** Failed jobs of one queue whose errors differ only in names, numbers and addresses. */
export const FailureGroup = z
  .object({
    signature: z.string(),
    queue: z.string(),
    error: z.string().describe("of the newest"),
    count: z.int(),
    latestAt: z.iso.datetime(),
  })
  .meta({ id: "FailureGroup" });
export type FailureGroup = z.infer<typeof FailureGroup>;
export const FailureGroups = z.object({ groups: z.array(FailureGroup) }).meta({ id: "FailureGroups" });
export type FailureGroups = z.infer<typeof FailureGroups>;

/** Retries the newest failed jobs of one signature, at most MAX_BULK_ROWS a call; `remaining` counts those left. */
export const RetryLike = z.strictObject({ signature: z.string().min(1).max(600) }).meta({ id: "RetryLike" });
export type RetryLike = z.infer<typeof RetryLike>;
export const RetryLikeResult = z
  .object({ retried: z.array(z.uuid()), remaining: z.int() })
  .meta({ id: "RetryLikeResult" });
export type RetryLikeResult = z.infer<typeof RetryLikeResult>;
