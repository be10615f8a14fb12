import { Injectable, type OnModuleInit } from "@nestjs/common";
import { cardGiven, cardMoved, cardWithdrawn } from "@tessera/contracts-items/events.ts";
import { MAX_EXTRACTED_LENGTH } from "@tessera/contracts-items/limits.ts";
import { TRANSCRIPT_TYPE } from "@tessera/contracts-transcribe/transcript-card.ts";
import { Clock, Database, Events, FileStore, Jobs, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { clock } from "../export/clock.ts";
import { readSegments, soundKey } from "../recordings/recording.store.ts";

const QUEUE = "transcribe.give-card";
const SWEEP = "transcribe.give-cards";
/** Recordings that one look of the sweep takes. */
const BATCH = 100;
/** Hours after which a recording that gets its first card is no news. */
const NEWS_HOURS = 24;

interface StaleRow extends Record<string, unknown> {
  user_id: string;
  title: string;
  length_ms: number | null;
  card_revision: number;
  is_old: boolean;
}

/**
 * A finished recording has a card, by which it is found among all others. The items service keeps the card; it is told
 * of every change, and tells where the card goes: a card in the trash hides the recording, and takes it along for good.
 */
@Injectable()
export class RecordingCards implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly files: FileStore,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.jobs.define<{ recordingId: string }>(QUEUE, { retryLimit: 5 }, ({ data }) => this.give(data.recordingId));
    this.jobs.define(SWEEP, { retryLimit: 2, timeoutSeconds: 3600 }, ({ signal }) => this.sweep(signal));
    this.jobs.schedule(SWEEP, "37 3 * * *", {
      name: "Give recordings their cards",
      does: "Makes cards of transcribed recordings that have none yet, and brings those up to date that are not.",
    });
    this.events.on(cardMoved, "transcribe.recordings", async ({ userId, itemId, type, to }) => {
      if (type === TRANSCRIPT_TYPE) await this.follow(userId, itemId, to);
    });
  }

  /** What the card shows has changed. Changes until the card is told are told at once. */
  async changed(tx: Tx, id: string): Promise<void> {
    const { rows } = await tx.execute(sql`
      update transcribe.recording set card_stale = true
      where id = ${id} and (state = 'done' or card_revision > 0) and (not card_stale or card_revision = 0)
      returning id`);
    if (rows.length) await this.jobs.send(tx, QUEUE, { recordingId: id }, { hidden: true });
  }

  /** The recording was deleted: its card goes with it. */
  withdraw(tx: Tx, userId: string, id: string): Promise<void> {
    return this.events.publish(tx, cardWithdrawn, { userId, itemId: id, type: TRANSCRIPT_TYPE });
  }

  async sweep(signal = new AbortController().signal): Promise<void> {
    while (!signal.aborted) {
      const { rows } = await this.database.statement((tx) =>
        tx.execute<{ id: string }>(sql`
          select id from transcribe.recording where card_stale and done_at is not null and state = 'done'
          order by done_at limit ${BATCH}`),
      );
      for (const { id } of rows) await this.give(id);
      if (rows.length < BATCH) return;
    }
  }

  private give(id: string): Promise<void> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<StaleRow>(sql`
        update transcribe.recording set card_stale = false, card_revision = card_revision + 1
        where id = ${id} and card_stale
        returning user_id, title, length_ms, card_revision,
          coalesce(done_at < ${this.clock.now().toISOString()}::timestamptz - make_interval(hours => ${NEWS_HOURS}),
            false) as is_old`);
      const [row] = rows;
      if (!row) return;
      const segments = await readSegments(tx, id);
      const text = segments.map(({ text }) => text).join("\n");
      await this.events.publish(tx, cardGiven, {
        ...{ userId: row.user_id, itemId: id, type: TRANSCRIPT_TYPE, revision: row.card_revision, title: row.title },
        filed: row.is_old,
        data: {
          ...(row.length_ms === null ? {} : { length: clock(row.length_ms) }),
          speakers: [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))],
          text: text.slice(0, MAX_EXTRACTED_LENGTH).toWellFormed(),
        },
      });
    });
  }

  private async follow(userId: string, id: string, to: "kept" | "trash" | "gone"): Promise<void> {
    const gone = await this.database.as({ userId }, async (tx) => {
      if (to === "gone") {
        const { rows } = await tx.execute<{ file_key: string }>(sql`
          delete from transcribe.recording where id = ${id} returning file_key`);
        return rows[0];
      }
      const trashed = to === "trash" ? this.clock.now().toISOString() : null;
      const { rows } = await tx.execute(sql`
        update transcribe.recording set trashed_at = ${trashed} where id = ${id} returning id`);
      // It was deleted while its card was made.
      if (!rows.length && to === "kept") await this.withdraw(tx, userId, id);
    });
    if (gone) for (const key of [gone.file_key, soundKey(gone)]) await this.files.delete(key);
  }
}
