import { PageQuery, pageOf } from "@tessera/contracts-core/page.ts";
import { z } from "zod";
import { MAX_BULK_ROWS, MAX_QUEUE_LENGTH } from "./limits.ts";
import { JobState } from "./queue.ts";

/** A job that no person has in their list: an event on its way, a webhook, erasure. Never what it was given. */
export const InternalJob = z
  .object({
    id: z.uuid(),
    queue: z.string(),
    words: z.string().describe("what jobs of its kind are called"),
    state: JobState,
    attempts: z.int(),
    /** Of the last attempt, while it waits for another one and once it failed. */
    error: z.string().nullable(),
    retryable: z.boolean().describe("failed, and what it was given is still kept"),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().nullable(),
    finishedAt: z.iso.datetime().nullable(),
    nextAttemptAt: z.iso.datetime().nullable().describe("while it waits for a time"),
  })
  .meta({ id: "InternalJob" });
export type InternalJob = z.infer<typeof InternalJob>;
export const InternalJobPage = pageOf(InternalJob).meta({ id: "InternalJobPage" });
export type InternalJobPage = z.infer<typeof InternalJobPage>;

/** Newest first. Those that ended are kept for a week. */
export const InternalJobQuery = PageQuery.extend({
  state: JobState.optional(),
  queue: z.string().min(1).max(MAX_QUEUE_LENGTH).optional(),
});
export type InternalJobQuery = Omit<z.input<typeof InternalJobQuery>, "limit"> & { limit?: number };

export const RetryInternalJobs = z
  .strictObject({ ids: z.array(z.uuid()).min(1).max(MAX_BULK_ROWS) })
  .meta({ id: "RetryInternalJobs" });
export type RetryInternalJobs = z.infer<typeof RetryInternalJobs>;
/** Those that are tried once more; the others did not fail, or what they were given is not kept any more. */
export const RetriedInternalJobs = z.object({ retried: z.array(z.uuid()) }).meta({ id: "RetriedInternalJobs" });
export type RetriedInternalJobs = z.infer<typeof RetriedInternalJobs>;
