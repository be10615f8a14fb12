import { Injectable } from "@nestjs/common";
import { Clock, Database, failureKey, JobRecords } from "@tessera/service-kit";
import { EntryStore } from "../entries/entry.store.ts";
import { EntryAgents } from "../entries/entry-agents.ts";

/** Takes entries of failures out of the queue when no job is left that failed so. */
@Injectable()
export class SettledFailures {
  constructor(
    private readonly records: JobRecords,
    private readonly database: Database,
    private readonly entries: EntryStore,
    private readonly agents: EntryAgents,
    private readonly clock: Clock,
  ) {}

  async close(userId: string, signatures: readonly string[]): Promise<void> {
    const settled = await this.records.settled({ userId }, signatures);
    if (!settled.length) return;
    const now = this.clock.now();
    await this.database.as({ userId }, async (tx) => {
      for (const signature of settled) {
        const row = await this.entries.ofKey(tx, userId, failureKey(signature));
        if (row?.state !== "open" && row?.state !== "snoozed") continue;
        const mine = await this.agents.release(tx, row);
        const closed = { state: "closed", snoozeUntil: null, sortAt: now, updatedAt: now } as const;
        await this.entries.update(tx, row.id, { ...mine, ...closed });
      }
    });
  }
}
