import { z } from "zod";
import { defineEvent } from "./define-event.ts";

export const erasePerson = defineEvent(
  "kit.erase-person",
  z.object({ userId: z.uuid() }),
  "What is held of a person is to be erased. Published for every schema; each is erased in a process that serves it.",
);

export const purgeDue = defineEvent(
  "kit.purge-due",
  z.object({}),
  "What is kept for a time only is to be purged. Published for every schema, once an hour.",
);

export const exportRequested = defineEvent(
  "kit.export-requested",
  z.object({ exportId: z.uuid(), userId: z.uuid() }),
  "A person asked for their data. Each schema gives its part in a process that serves it.",
);

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
  "A person's job has failed for good. Published by the kit of any service.",
);
