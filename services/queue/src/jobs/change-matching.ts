import { Injectable, type OnModuleInit } from "@nestjs/common";
import { BULK_QUEUE } from "@tessera/contracts-queue/client.ts";
import { nothingMatches } from "@tessera/contracts-queue/problems.ts";
import { ChangeMatching, type Job } from "@tessera/contracts-queue/queue.ts";
import { type Caller, Database, JobRecords, Jobs, problem, type RunningJob } from "@tessera/service-kit";
import type { z } from "zod";

/** Jobs of one transaction: some 50 ms, in which nobody else changes them. */
const BATCH = 100;

interface BulkJob extends ChangeMatching {
  userId: string;
}

/** Changes all jobs of a filter in a job of its own, a batch at a time; one that was killed continues with the rest. */
@Injectable()
export class ChangeMatchingJobs implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly records: JobRecords,
    private readonly database: Database,
  ) {}

  onModuleInit() {
    this.jobs.define<BulkJob>(
      BULK_QUEUE,
      {
        title: titleOf,
        kind: "Change of many jobs",
        editable: ChangeMatching as z.ZodObject,
        concurrency: 4,
        perPerson: 1,
        timeoutSeconds: 3600,
      },
      (job) => this.run(job),
    );
  }

  /** @throws 409 `nothing_matches`, 429 `too_many_waiting_jobs` */
  async begin(caller: Caller, change: ChangeMatching): Promise<Job> {
    if ((await this.records.count(caller, change.action, change.filter)) === 0) throw problem(nothingMatches);
    const data: BulkJob = { ...change, userId: caller.userId };
    const id = await this.database.system((tx) =>
      this.jobs.send(tx, BULK_QUEUE, data, { userId: caller.userId, unit: "jobs", asked: true }),
    );
    return this.records.get(caller, id);
  }

  private async run({ id, data, sentAt, signal, progress, result }: RunningJob<BulkJob>): Promise<void> {
    const { userId, action, filter } = data;
    const caller = { userId };
    // What was queued or ended since it was asked for is left alone. The database keeps parts of a millisecond.
    const before = new Date(sentAt.getTime() + 1).toISOString();
    let changed = 0;
    const total = await this.records.count(caller, action, filter);
    await progress(0, total);
    for (;;) {
      if (signal.aborted) throw signal.reason;
      const some = await this.records.changeSome(caller, action, { filter, before, except: id, limit: BATCH });
      if (!some.length) break;
      changed += some.length;
      await progress(changed, Math.max(total, changed));
    }
    await progress(changed, changed);
    result({ changed });
  }
}

const WORDS = { retry: "Retry", cancel: "Cancel", remove: "Delete" } as const;

/** "Retry failed jobs", "Delete done jobs that match “invoice”". */
function titleOf({ action, filter }: ChangeMatching): string {
  const kind = filter.signature ? "jobs with the same error" : `${filter.state ? `${filter.state} ` : ""}jobs`;
  return `${WORDS[action]} ${kind}${filter.q ? ` that match “${filter.q}”` : ""}`;
}
