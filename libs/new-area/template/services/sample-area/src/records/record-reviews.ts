import { Injectable, type OnModuleInit } from "@nestjs/common";
import { ENTRY_DECIDED, EntryDecided } from "@tessera/contracts-queue/queue.ts";
import { Database, Events } from "@tessera/service-kit";
import { RecordStore } from "./record.store.ts";
import { RECORD_WAITS, recordOf } from "./review-key.ts";

/** A record whose entry is accepted in the queue is reviewed; any other decision takes that back. */
@Injectable()
export class RecordReviews implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly records: RecordStore,
  ) {}

  onModuleInit() {
    this.events.on(ENTRY_DECIDED, "sample-area.reviews", async (data, event) => {
      const { userId, key, kind, state } = EntryDecided.parse(data);
      if (kind !== RECORD_WAITS) return;
      await this.database.as({ userId }, (tx) => this.records.decide(tx, userId, recordOf(key), state === "accepted", event.at));
    });
  }
}
