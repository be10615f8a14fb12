import { Injectable, type OnModuleInit } from "@nestjs/common";
import { entryDecided } from "@tessera/contracts-queue/events.ts";
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
    this.events.on(entryDecided, "sample-area.reviews", async ({ userId, key, kind, state }, event) => {
      if (kind !== RECORD_WAITS) return;
      await this.database.as({ userId }, (tx) =>
        this.records.decide(tx, userId, recordOf(key), state === "accepted", event.at),
      );
    });
  }
}
