import { Injectable } from "@nestjs/common";
import { entryOpened } from "@tessera/contracts-queue/events.ts";
import { records } from "@tessera/contracts-sample-area/entitlements.ts";
import { recordCreated } from "@tessera/contracts-sample-area/events.ts";
import { recordTitleTaken } from "@tessera/contracts-sample-area/problems.ts";
import type {
  NewSampleAreaRecord,
  SampleAreaRecord,
  SampleAreaRecordPage,
  SampleAreaRecordQuery,
} from "@tessera/contracts-sample-area/records.ts";
import { type Caller, Clock, Database, Events, problem, reached, SubscriptionGate, type Tx } from "@tessera/service-kit";
import type { z } from "zod";
import { type RecordRow, RecordStore } from "./record.store.ts";
import { RECORD_WAITS, reviewKey } from "./review-key.ts";

@Injectable()
export class RecordsService {
  constructor(
    private readonly database: Database,
    private readonly records: RecordStore,
    private readonly events: Events,
    private readonly clock: Clock,
    private readonly gate: SubscriptionGate,
  ) {}

  async list(caller: Caller, query: z.output<typeof SampleAreaRecordQuery>): Promise<SampleAreaRecordPage> {
    return this.database.as(caller, async (tx) => {
      const rows = await this.records.list(tx, caller.userId, { ...query, limit: query.limit + 1 });
      const items = rows.slice(0, query.limit).map(shown);
      const nextCursor = rows.length > query.limit ? items.at(-1)!.id : null;
      return { items, nextCursor, ...(await this.records.count(tx, caller.userId)) };
    });
  }

  /**
   * Stores a record and asks for its review in the queue.
   * @throws ProblemException 402 `plan_limit_reached`, 409 `record_title_taken`, with nothing written
   */
  async create(caller: Caller, { title }: NewSampleAreaRecord): Promise<SampleAreaRecord> {
    return this.gate.within(caller, records, (limit) => this.database.as(caller, (tx) => this.store(tx, caller.userId, title, limit)));
  }

  private async store(tx: Tx, userId: string, title: string, limit: number | null): Promise<SampleAreaRecord> {
    // Of two requests at once the second counts what the first stored.
    if (limit !== null) await this.records.lock(tx, userId);
    const row = await this.records.insert(tx, userId, title, this.clock.now());
    if (!row) throw problem(recordTitleTaken, { title }, { errors: [{ path: "/title", message: "is taken" }] });
    if (limit !== null && (await this.records.count(tx, userId)).total > limit) throw reached(records, limit);
    await this.events.publish(tx, recordCreated, { userId, recordId: row.id, title });
    const entry = { userId, key: reviewKey(row.id), kind: RECORD_WAITS, title, line: "New record", path: "/sample-area" };
    await this.events.publish(tx, entryOpened, entry);
    return shown(row);
  }
}

const shown = ({ id, title, reviewed, created_at }: RecordRow): SampleAreaRecord => ({
  id,
  title,
  reviewed,
  createdAt: new Date(created_at).toISOString(),
});
