import { Injectable, type OnModuleInit } from "@nestjs/common";
import { type EntryDecided, entryDecided } from "@tessera/contracts-queue/events.ts";
import { type EventMark, Events, JobRecords } from "@tessera/service-kit";

/** Jobs of one transaction. */
const BATCH = 100;

/**
 * Accepting a failure runs its jobs again, for people and agents alike. The retry follows from the event that the
 * decision's transaction writes, so a process killed in between cannot leave a decided entry with failed jobs.
 */
@Injectable()
export class RetryAccepted implements OnModuleInit {
  constructor(
    private readonly records: JobRecords,
    private readonly events: Events,
  ) {}

  onModuleInit() {
    this.events.on(entryDecided, "queue.retries", (decided, event) => this.retry(decided, event));
  }

  /** Delivered again, it leaves alone what has failed since the decision. */
  private async retry({ userId, key, kind, state }: EntryDecided, { at }: EventMark): Promise<void> {
    if (kind !== "failed-job" || state !== "accepted") return;
    const signature = await this.records.signatureOf({ userId }, key);
    if (signature === null) return;
    // The database keeps parts of a millisecond.
    const before = new Date(at.getTime() + 1).toISOString();
    const filter = { state: "failed", signature } as const;
    while ((await this.records.changeSome({ userId }, "retry", { filter, before, limit: BATCH })).length);
  }
}
