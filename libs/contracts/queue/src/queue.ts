import { isTimeZone } from "@tessera/contracts-core/days.ts";
import { PageQuery, pageOf } from "@tessera/contracts-core/page.ts";
import { z } from "zod";
import {
  MAX_BULK_ROWS,
  MAX_COMMENT_LENGTH,
  MAX_FILTER_NAME_LENGTH,
  MAX_QUEUE_LENGTH,
  MAX_SEARCH_LENGTH,
} from "./limits.ts";

/**
 * The agent that an entry was given to, and its run. `waiting`, `running`: the agent has it. `asking`: its run waits
 * for the person. `returned`: the person has it again. `decided`: by the agent.
 */
export const EntryAgent = z
  .object({
    id: z.uuid(),
    name: z.string().nullable().describe("null until its run has begun"),
    runId: z.uuid(),
    state: z.enum(["waiting", "running", "asking", "returned", "decided"]),
    word: z.string().nullable().describe("why it came back to the person, in a sentence"),
  })
  .meta({ id: "EntryAgent" });
export type EntryAgent = z.infer<typeof EntryAgent>;

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
    urgent: z.boolean().describe("listed first among open entries"),
    state: z.enum(["open", "snoozed", "accepted", "declined", "closed"]),
    snoozeUntil: z.iso.datetime().nullable(),
    comment: z.string().nullable().describe("what the person said with the decision"),
    /** Null while it waits, and where its service closed it. */
    decidedBy: z.enum(["person", "expiry"]).nullable(),
    expiresAt: z.iso.datetime().nullable(),
    onExpiry: z.enum(["accept", "decline", "close"]),
    /** Null where the person has it themselves; absent in answers of a service that assigns nothing yet. */
    agent: EntryAgent.nullable().optional(),
    assignable: z.boolean().optional().describe("false where an agent asked it: only the person decides"),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "QueueEntry" });
export type QueueEntry = z.infer<typeof QueueEntry>;
/** `open` counts the open entries that need the person, not those that agents work on, whatever the page shows. */
export const QueueEntryPage = pageOf(QueueEntry).extend({ open: z.int() }).meta({ id: "QueueEntryPage" });
export type QueueEntryPage = z.infer<typeof QueueEntryPage>;

/**
 * `open` has entries whose snooze has ended too, the urgent ones first; `settled` those accepted, declined or closed,
 * newest first.
 */
export const EntryQuery = PageQuery.extend({
  state: z.enum(["open", "snoozed", "settled"]).default("open"),
  q: z.string().trim().max(MAX_SEARCH_LENGTH).optional(),
  /** "me", or the id of an agent: what it has or has decided. */
  assignee: z.union([z.literal("me"), z.uuid()]).optional(),
});
export type EntryQuery = Omit<z.input<typeof EntryQuery>, "limit"> & { limit?: number };

const decision = {
  action: z.enum(["accept", "decline", "snooze", "reopen"]),
  /** In the future; wanted by "snooze" alone. */
  snoozeUntil: z.iso.datetime().optional(),
  /** Given to the service that asked; only with "accept" and "decline". */
  comment: z.string().trim().min(1).max(MAX_COMMENT_LENGTH).optional(),
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

/**
 * Gives entries to an agent, whose run works on them from then on; null takes them back and stops their runs. What the
 * agent has already is not given again.
 */
export const AssignEntries = z
  .strictObject({
    ids: z.array(z.uuid()).min(1).max(MAX_BULK_ROWS),
    agentId: z.uuid().nullable(),
    /** Of the person, IANA; the run's days are those of UTC without. */
    timeZone: z.string().max(60).refine(isTimeZone, 'must be a time zone such as "Europe/Berlin"').optional(),
  })
  .meta({ id: "AssignEntries" });
export type AssignEntries = z.infer<typeof AssignEntries>;

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
    retryable: z.boolean().optional().describe("false where it is not run again from the queue, though it failed"),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().nullable(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Job" });
export type Job = z.infer<typeof Job>;

/** One attempt at a job. Without an end, before another one: the process that worked on it ended. */
export const JobRun = z
  .object({
    startedAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    /** "interrupted" by a service that was stopped in an orderly way; null while it runs. */
    outcome: z.enum(["done", "failed", "cancelled", "interrupted"]).nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: "JobRun" });
export type JobRun = z.infer<typeof JobRun>;
export const JobLink = z.object({ id: z.uuid(), title: z.string(), state: JobState }).meta({ id: "JobLink" });
export type JobLink = z.infer<typeof JobLink>;
/** A job among those that began it and that it began. */
export const JobRelative = JobLink.extend({
  parentId: z.uuid().nullable(),
  kind: z.string().describe("what people call jobs of its kind"),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  children: z.int().describe("how many jobs it began, those that are not named included; counted to 1,000"),
}).meta({ id: "JobRelative" });
export type JobRelative = z.infer<typeof JobRelative>;
/** All that is known of one job. Input and output are bounded, and without secrets. */
export const JobDetail = Job.extend({
  kind: z.string().nullable().describe("what people call jobs of its kind"),
  input: z.unknown(),
  output: z.unknown().describe("what it made; null for nothing"),
  runs: z.array(JobRun).describe("oldest first, of the newest 50"),
  nextAttemptAt: z.iso.datetime().nullable().describe("while it waits for a time"),
  parent: JobLink.nullable(),
  children: z.array(JobLink).describe("newest first, at most 50"),
  family: z
    .array(JobRelative)
    .describe("the job with up to 5 generations before it, their other children, and up to 4 after it; at most 120"),
  rerunOf: JobLink.nullable().describe("the job that it repeats with other input"),
  reruns: z.array(JobLink),
  /** What of its input may be changed to run it again, as a JSON Schema, and what it was; null where nothing may. */
  editable: z
    .object({ schema: z.record(z.string(), z.unknown()), input: z.record(z.string(), z.unknown()) })
    .nullable(),
}).meta({ id: "JobDetail" });
export type JobDetail = z.infer<typeof JobDetail>;

/** `counts` tells how many jobs each state has, `matches` how many the query names; null beyond the first page. */
export const JobPage = pageOf(Job)
  .extend({ counts: z.record(JobState, z.int()), matches: z.int().nullable() })
  .meta({ id: "JobPage" });
export type JobPage = z.infer<typeof JobPage>;

/** Longest signature of a failure, in characters. */
const MAX_SIGNATURE_LENGTH = 600;
const filter = {
  state: JobState.optional(),
  /** Words of the title, the error, the input and the output. */
  q: z.string().trim().max(MAX_SEARCH_LENGTH).optional(),
  /** Kind of job, as `JobKind.queue` names it. */
  queue: z.string().min(1).max(MAX_QUEUE_LENGTH).optional(),
  signature: z.string().min(1).max(MAX_SIGNATURE_LENGTH).optional(),
  /** Queued at that time or later. */
  since: z.iso.datetime().optional(),
  /** Queued at that time or before. */
  until: z.iso.datetime().optional(),
};
export const JobFilter = z.strictObject(filter).meta({ id: "JobFilter" });
export type JobFilter = z.infer<typeof JobFilter>;
export const JobQuery = PageQuery.extend(filter);
export type JobQuery = Omit<z.input<typeof JobQuery>, "limit"> & { limit?: number };

/** A kind of which the person has jobs. */
export const JobKind = z
  .object({ queue: z.string(), words: z.string().describe("what people call it"), count: z.int() })
  .meta({ id: "JobKind" });
export type JobKind = z.infer<typeof JobKind>;
export const JobKinds = z.object({ kinds: z.array(JobKind) }).meta({ id: "JobKinds" });
export type JobKinds = z.infer<typeof JobKinds>;

/** Once more with other input: the members that `JobDetail.editable` names, the others stay. */
export const RerunJob = z.strictObject({ input: z.record(z.string(), z.unknown()) }).meta({ id: "RerunJob" });
export type RerunJob = z.infer<typeof RerunJob>;

/**
 * One action over all jobs of a filter, done by a job of its own: it says how far it is, and ends when it is cancelled.
 * It leaves alone what was queued, or ended, after it was asked for.
 */
export const ChangeMatching = z
  .strictObject({ action: z.enum(["retry", "cancel", "remove"]), filter: JobFilter })
  .meta({ id: "ChangeMatching" });
export type ChangeMatching = z.infer<typeof ChangeMatching>;

/** One action over many jobs; "remove" deletes those that have ended. */
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
    firstAt: z.iso.datetime(),
    latestAt: z.iso.datetime(),
    newest: Job,
  })
  .meta({ id: "FailureGroup" });
export type FailureGroup = z.infer<typeof FailureGroup>;
/** Groups of these failures, the largest first. */
export const FailureQuery = z.strictObject({ q: filter.q, queue: filter.queue, since: filter.since });
export type FailureQuery = z.infer<typeof FailureQuery>;
export const FailureGroups = z.object({ groups: z.array(FailureGroup) }).meta({ id: "FailureGroups" });
export type FailureGroups = z.infer<typeof FailureGroups>;

/** Retries the newest failed jobs of one signature, at most MAX_BULK_ROWS a call; `remaining` counts those left. */
export const RetryLike = z
  .strictObject({ signature: z.string().min(1).max(MAX_SIGNATURE_LENGTH) })
  .meta({ id: "RetryLike" });
export type RetryLike = z.infer<typeof RetryLike>;
export const RetryLikeResult = z
  .object({ retried: z.array(z.uuid()), remaining: z.int() })
  .meta({ id: "RetryLikeResult" });
export type RetryLikeResult = z.infer<typeof RetryLikeResult>;

/** A filter of jobs that the person keeps under a name. `hours` is how far back it looks; null for all. */
const kept = {
  name: z.string().trim().min(1).max(MAX_FILTER_NAME_LENGTH),
  state: JobState.nullable(),
  q: z.string().trim().max(MAX_SEARCH_LENGTH),
  queue: z.string().max(MAX_QUEUE_LENGTH).nullable(),
  hours: z.int().min(1).max(10_000).nullable(),
};
export const NewSavedFilter = z.strictObject(kept).meta({ id: "NewSavedFilter" });
export type NewSavedFilter = z.infer<typeof NewSavedFilter>;
export const SavedFilter = z.object({ id: z.uuid(), ...kept }).meta({ id: "SavedFilter" });
export type SavedFilter = z.infer<typeof SavedFilter>;
export const SavedFilters = z.object({ filters: z.array(SavedFilter) }).meta({ id: "SavedFilters" });
export type SavedFilters = z.infer<typeof SavedFilters>;
