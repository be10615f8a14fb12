import { Injectable } from "@nestjs/common";
import { Clock, Database, JobRecords } from "@tessera/service-kit";
import { EntryStore } from "../entries/entry.store.ts";
import { failureKey } from "../entries/failure-key.ts";

/** Takes entries of failures out of the queue when no job is left that failed so. */
@Injectable()
export class SettledFailures {
  constructor(
    private readonly records: JobRecords,
    private readonly database: Database,
    private readonly entries: EntryStore,
    private readonly clock: Clock,
  ) {}

  async close(userId: string, signatures: readonly string[]): Promise<void> {
    const settled = await this.records.settled({ userId }, signatures);
    if (!settled.length) return;
    const now = this.clock.now();
    await this.database.as({ userId }, async (tx) => {
      for (const signature of settled) await this.entries.closeKey(tx, userId, failureKey(signature), now);
    });
  }
}
