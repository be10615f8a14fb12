import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { UNDO_QUEUE } from "@tessera/contracts-items/import-queue.ts";
import { MAX_NAMED_ENTRIES } from "@tessera/contracts-items/limits.ts";
import { Clock, Database, Jobs, type RunningJob, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { deleteItems, readTypes } from "../items/item.store.ts";
import { FileCleaner } from "../maintenance/file-cleaner.ts";
import { ProcessingService } from "../processing/processing.service.ts";
import { UNDO_DAYS } from "./session.store.ts";

const FORGET_QUEUE = "items.forget-imports";
/** Cards of one transaction. */
const BATCH = 200;

interface UndoJob {
  userId: string;
  sessionId: string;
  fileName: string;
}

/**
 * Undoes an import: its cards are deleted for good, with their files, as the file can be imported again. Those that
 * somebody changed since, or that other cards belong to, are kept and named.
 */
@Injectable()
export class UndoImport implements OnModuleInit {
  constructor(
    @Inject(Database) private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly files: FileCleaner,
    private readonly processing: ProcessingService,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    const title = ({ fileName }: UndoJob) => `Undo the import of ${fileName}`;
    this.jobs.define<UndoJob>(UNDO_QUEUE, { title, timeoutSeconds: 3600 }, (job) => this.run(job));
    this.jobs.define(FORGET_QUEUE, { retryLimit: 1 }, () => this.forget());
    this.jobs.schedule(FORGET_QUEUE, "40 3 * * *", {
      name: "Forget imports",
      does: "Deletes what was kept to undo imports whose time to undo is over.",
    });
  }

  async begin(tx: Tx, { path, ...job }: UndoJob & { path: string }): Promise<void> {
    const jobId = await this.jobs.send(tx, UNDO_QUEUE, job, { userId: job.userId, path, unit: "cards" });
    await tx.execute(sql`update items.import_session
      set undo_job = ${jobId}, undone = '{"removed": 0, "kept": 0, "named": []}' where id = ${job.sessionId}`);
  }

  /** Each transaction takes its cards off the list of the import: one that was killed continues with the others. */
  private async run({ data, signal, progress }: RunningJob<UndoJob>): Promise<void> {
    let done = 0;
    const total = await this.left(data);
    for (let batch = BATCH; batch === BATCH && !signal.aborted; ) {
      await progress(done, total);
      batch = await this.some(data);
      done += batch;
    }
    if (signal.aborted) throw signal.reason;
    await progress(done, total);
  }

  private async left({ userId, sessionId }: UndoJob): Promise<number> {
    const { rows } = await this.database.as({ userId }, (tx) =>
      tx.execute<{ n: number }>(sql`select count(*)::int as n from items.imported where session_id = ${sessionId}`),
    );
    return rows[0]!.n;
  }

  private some({ userId, sessionId }: UndoJob): Promise<number> {
    return this.database.as({ userId }, async (tx) => {
      const { rows } = await tx.execute<{ id: string; title: string; changed: boolean }>(sql`
        select i.id, i.title, i.version > 1 or exists (select 1 from items.item c where c.parent_id = i.id) as changed
        from items.imported m join items.item i on i.id = m.item_id where m.session_id = ${sessionId}
        order by i.id limit ${BATCH} for update of i`);
      const kept = rows.filter(({ changed }) => changed);
      const gone = rows.filter(({ changed }) => !changed).map(({ id }) => id);
      await this.processing.moved(tx, await readTypes(tx, gone), "gone");
      await this.files.remove(tx, await deleteItems(tx, gone));
      await tx.execute(
        sql`delete from items.imported where item_id = any(${sql.param(kept.map(({ id }) => id))}::uuid[])`,
      );
      const named = JSON.stringify(kept.slice(0, MAX_NAMED_ENTRIES).map(({ id, title }) => ({ id, title })));
      await tx.execute(sql`
        update items.import_session set undone = jsonb_build_object(
          'removed', (undone ->> 'removed')::int + ${gone.length}::int, 'kept', (undone ->> 'kept')::int + ${kept.length}::int,
          'named', case when jsonb_array_length(undone -> 'named') < ${MAX_NAMED_ENTRIES}
            then (undone -> 'named') || ${named}::jsonb else undone -> 'named' end)
        where id = ${sessionId}`);
      return rows.length;
    });
  }

  /** Forgets which cards an import made once it can no longer be undone. */
  async forget(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - UNDO_DAYS * 86_400_000).toISOString();
    await this.database.system((tx) =>
      tx.execute(sql`delete from items.imported m using items.import_session s
        where s.id = m.session_id and s.state in ('done', 'cancelled', 'failed') and s.finished_at < ${before}::timestamptz`),
    );
  }
}
