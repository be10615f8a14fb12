import { Injectable, type OnModuleInit } from "@nestjs/common";
import { Clock, Database, FileStore, Jobs } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

const QUEUE = "transcribe.delete-old-sound";
/** Recordings that one look takes. */
const BATCH = 200;
/** Days in which a file is deleted once more, should the process have been killed before it was. */
const AGAIN_DAYS = 3;

/** Each night: deletes the sound of recordings that were transcribed as long ago as their person set. */
@Injectable()
export class DeleteOldSound implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly files: FileStore,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.jobs.define(QUEUE, { retryLimit: 2, timeoutSeconds: 3600 }, ({ signal }) => this.run(signal));
    this.jobs.schedule(QUEUE, "53 2 * * *", {
      name: "Delete old sound",
      does: "Deletes the sound of recordings that people set to be deleted some days after it was transcribed.",
    });
  }

  async run(signal = new AbortController().signal): Promise<void> {
    const now = this.clock.now().toISOString();
    const { rows } = await this.database.statement((tx) =>
      tx.execute<{ file_key: string }>(sql`
        select file_key from transcribe.recording
        where sound_deleted_at > ${now}::timestamptz - make_interval(days => ${AGAIN_DAYS})`),
    );
    for (const { file_key } of rows) await this.files.delete(file_key);
    while (!signal.aborted) {
      // Said first: nobody begins to transcribe it again while its file goes.
      const taken = await this.database.system((tx) =>
        tx.execute<{ file_key: string }>(sql`
          update transcribe.recording set sound_deleted_at = ${now} where state = 'done' and id in (
            select r.id from transcribe.recording r join transcribe.settings s on s.user_id = r.user_id
            where r.state = 'done' and r.sound_deleted_at is null
              and r.done_at <= ${now}::timestamptz - make_interval(days => s.keep_sound_days)
            order by r.done_at limit ${BATCH} for update of r skip locked)
          returning file_key`),
      );
      for (const { file_key } of taken.rows) await this.files.delete(file_key);
      if (taken.rows.length < BATCH) return;
    }
  }
}
