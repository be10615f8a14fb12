import { z } from "zod";
import { defineEvent } from "./define-event.ts";

export const jobFailed = defineEvent(
  "kit.job-failed",
  z.object({
    userId: z.uuid(),
    jobId: z.uuid(),
    queue: z.string(),
    /** What the person reads, for example `Import bookmarks.html`. */
    title: z.string(),
    /** Why it failed, in a sentence. */
    error: z.string(),
  }),
  "A person's job has failed for good. Told by the kit of any service.",
);
