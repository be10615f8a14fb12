import { Injectable, type OnModuleInit } from "@nestjs/common";
import { UPLOAD_HOURS } from "@tessera/contracts-transcribe/limits.ts";
import { Clock, Database, FileStore, Jobs } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { fileKey, partsFolder } from "./upload.store.ts";

const QUEUE = "transcribe.delete-old-uploads";
/** Uploads that one look takes. */
const BATCH = 200;

interface Old extends Record<string, unknown> {
  id: string;
  user_id: string;
  /** Whether a recording was made of it, whose file stays. */
  is_recording: boolean;
}

/** Each hour: deletes uploads that were not finished in time. */
@Injectable()
export class DeleteOldUploads implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly files: FileStore,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.jobs.define(QUEUE, { retryLimit: 2, timeoutSeconds: 3000 }, ({ signal }) => this.run(signal));
    this.jobs.schedule(QUEUE, "23 * * * *", {
      name: "Delete unfinished uploads",
      does: `Deletes uploads of recordings that were not finished within ${UPLOAD_HOURS} hours.`,
    });
  }

  /** Files first: a process killed between leaves the row, and with it the work, to the next run. */
  async run(signal = new AbortController().signal): Promise<void> {
    while (!signal.aborted) {
      const { rows } = await this.database.statement((tx) =>
        tx.execute<Old>(sql`
          select u.id, u.user_id, r.id is not null as is_recording
          from transcribe.upload u left join transcribe.recording r on r.id = u.id
          where u.created_at <= ${this.clock.now().toISOString()}::timestamptz - make_interval(hours => ${UPLOAD_HOURS})
          order by u.created_at limit ${BATCH}`),
      );
      for (const old of rows) {
        await this.files.deleteFolder(partsFolder(old));
        if (!old.is_recording) await this.files.delete(fileKey(old));
        await this.database.system((tx) => tx.execute(sql`delete from transcribe.upload where id = ${old.id}`));
      }
      if (rows.length < BATCH) return;
    }
  }
}
