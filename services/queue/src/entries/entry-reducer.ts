import { Injectable } from "@nestjs/common";
import { Clock, Database, type EventMark, type Tx } from "@tessera/service-kit";
import { EntryStore } from "./entry.store.ts";
import type { EntryRow } from "./entry.table.ts";
import { EntryAgents, NO_AGENT } from "./entry-agents.ts";

export type Matter = Pick<EntryRow, "kind" | "title" | "line" | "path" | "itemId" | "jobId"> &
  Partial<Pick<EntryRow, "expiresAt" | "onExpiry" | "urgent" | "does" | "outside">>;

/**
 * Opens and closes entries as events say. Events come at least once and in any order: the newest about a matter counts,
 * the same one again changes nothing.
 */
@Injectable()
export class EntryReducer {
  constructor(
    private readonly database: Database,
    private readonly entries: EntryStore,
    private readonly agents: EntryAgents,
    private readonly clock: Clock,
  ) {}

  /**
   * A new matter; or news of one that waits, which keeps its place and its snooze; or one that was over and came back.
   */
  async open(
    userId: string,
    key: string,
    matter: (waiting: EntryRow | null) => Matter,
    event: EventMark,
  ): Promise<void> {
    await this.take(userId, key, event, (row, now) => {
      const waits = row.state === "open" || row.state === "snoozed";
      const reopened = { state: "open" as const, comment: null, decidedBy: null, createdAt: now, sortAt: now };
      const place = waits ? {} : { ...reopened, ...NO_AGENT };
      const unsaid = { expiresAt: null, onExpiry: "close", urgent: false, does: null, outside: false } as const;
      return { ...unsaid, ...matter(waits ? row : null), ...place };
    });
  }

  /** Settled elsewhere. What the person decided stays as they decided it. */
  async close(userId: string, key: string, event: EventMark): Promise<void> {
    await this.take(userId, key, event, async (row, now, tx) => {
      const decided = row.state === "accepted" || row.state === "declined";
      if (decided) return {};
      return { ...(await this.agents.release(tx, row)), state: "closed", snoozeUntil: null, sortAt: now };
    });
  }

  private async take(
    userId: string,
    key: string,
    event: EventMark,
    change: (row: EntryRow, now: Date, tx: Tx) => Partial<EntryRow> | Promise<Partial<EntryRow>>,
  ): Promise<void> {
    const now = this.clock.now();
    await this.database.system(async (tx) => {
      const row = await this.entries.matter(tx, userId, key, now);
      if (row.eventAt > event.at || row.eventId === event.id) return;
      await this.entries.update(tx, row.id, {
        ...(await change(row, now, tx)),
        eventAt: event.at,
        eventId: event.id,
        updatedAt: now,
      });
    });
  }
}
