import { Injectable, type OnModuleInit } from "@nestjs/common";
import { entryDecided } from "@tessera/contracts-queue/events.ts";
import { Clock, Database, Events, Jobs } from "@tessera/service-kit";
import { EntryStore } from "./entry.store.ts";
import { EntryAgents } from "./entry-agents.ts";

const QUEUE = "queue.expire-entries";
/** Entries of one transaction. */
const BATCH = 100;
const AFTER = { accept: "accepted", decline: "declined", close: "closed" } as const;

/**
 * Each minute: does what the kinds of entries declared for when nobody decides in time. The entry and the news of it
 * change in one transaction, so that whatever is killed, it happens once.
 */
@Injectable()
export class Expiry implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly entries: EntryStore,
    private readonly agents: EntryAgents,
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.jobs.define(QUEUE, { retryLimit: 1 }, () => this.run());
    this.jobs.schedule(QUEUE, "* * * * *", {
      name: "End entries in time",
      does: "Does what was announced for entries on which nobody decided in time.",
    });
  }

  async run(): Promise<void> {
    while ((await this.some()) === BATCH);
  }

  private some(): Promise<number> {
    const now = this.clock.now();
    return this.database.system(async (tx) => {
      const over = await this.entries.expired(tx, now, BATCH);
      for (const row of over) {
        const { id, userId, key, kind, itemId, onExpiry } = row;
        const state = AFTER[onExpiry];
        const change = { state, snoozeUntil: null, decidedBy: "expiry", sortAt: now, updatedAt: now } as const;
        await this.entries.update(tx, id, { ...(await this.agents.release(tx, row)), ...change });
        if (state !== "closed")
          await this.events.publish(tx, entryDecided, { userId, key, kind, itemId, state, by: "expiry" });
      }
      return over.length;
    });
  }
}
