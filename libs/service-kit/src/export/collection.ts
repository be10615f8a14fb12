import { setTimeout as wait } from "node:timers/promises";
import { exportRequested } from "@tessera/contracts-core/events.ts";
import { sql } from "drizzle-orm";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { FileStore } from "../files/file-store.ts";
import type { Events } from "../jobs/events.ts";
import { PermanentError, type RunningJob } from "../jobs/jobs.ts";
import { EXPORTS_FOLDER, type ExportJob } from "./export-job.ts";
import { packExport } from "./pack.ts";

/** Days for which an archive can be downloaded. */
export const EXPORT_DAYS = 7;

const POLL_INTERVAL_MS = 500;
/** How long a schema that some process serves may take for its part. */
const PART_TIMEOUT_MS = 30 * 60_000;
/** How long one that no process serves is waited for: processes restart. */
const ABSENT_TIMEOUT_MS = 60_000;
const DAY_MS = 86_400_000;

interface Parts extends Record<string, unknown> {
  state: string;
  parts: Record<string, "asked" | "done">;
  requested_at: string | Date;
}

/**
 * One export from its request to its archive. Everything may be done again: a killed process leaves its job to another.
 */
export class Collection {
  /** @param live names of the schemas that running processes serve */
  constructor(
    private readonly database: Database,
    private readonly files: FileStore,
    private readonly events: Events,
    private readonly clock: Clock,
    private readonly live: () => Promise<string[]>,
  ) {}

  async run({ data, signal, progress }: RunningJob<ExportJob>): Promise<void> {
    // It was ready, or deleted, when the process before was killed: what it left goes.
    if (!(await this.begin(data))) return this.removeParts(data.userId, data.exportId);
    const watch = setInterval(() => void this.watch(data, progress).catch(() => undefined), POLL_INTERVAL_MS * 2);
    try {
      const parts = await this.ask(data);
      const missing = await this.gather(data, parts, signal, progress);
      if (missing) await this.pack(data, parts, missing, signal, progress);
    } catch (error) {
      if (error instanceof PermanentError) await this.fail(data, error.message);
      else if (!signal.aborted) throw error;
    } finally {
      clearInterval(watch);
    }
    if (signal.aborted) await this.cancelled(data, signal);
  }

  folderOf = ({ userId, exportId }: ExportJob, schema: string) => `${EXPORTS_FOLDER}/${userId}/${exportId}/${schema}`;

  /** Whether the part was asked for and not given yet. */
  async isWanted(job: ExportJob, schema: string): Promise<boolean> {
    const row = await this.row(job);
    return row?.state === "running" && row.parts[schema] === "asked";
  }

  /** @returns whether the export is still wanted */
  async given(job: ExportJob, schema: string): Promise<boolean> {
    const { rowCount } = await this.database.system((tx) =>
      tx.execute(sql`
        update kit.export set parts = parts || jsonb_build_object(${schema}::text, 'done') where ${same(job)} and state = 'running'`),
    );
    return rowCount === 1;
  }

  async fail(job: ExportJob, reason: string): Promise<void> {
    const [now, until] = this.times();
    await this.database.system((tx) =>
      tx.execute(
        sql`update kit.export set state = 'failed', error = ${reason}, finished_at = ${now}, expires_at = ${until} where ${same(job)}`,
      ),
    );
    await this.remove(job.userId, job.exportId);
  }

  /** Deletes what there is of an export. */
  async forget(job: ExportJob): Promise<void> {
    await this.database.system((tx) => tx.execute(sql`delete from kit.export where ${same(job)}`));
    await this.remove(job.userId, job.exportId);
  }

  /** Deletes the files of an export: its archive, and parts that were not packed. */
  async remove(userId: string, exportId: string): Promise<void> {
    await this.files.delete(`${EXPORTS_FOLDER}/${userId}/${exportId}.zip`);
    await this.removeParts(userId, exportId);
  }

  private async removeParts(userId: string, exportId: string): Promise<void> {
    const keys: string[] = [];
    for await (const key of this.files.list(`${EXPORTS_FOLDER}/${userId}/${exportId}`)) keys.push(key);
    for (const key of keys) await this.files.delete(key);
  }

  /** One that failed and is run again from the list of jobs begins again. */
  private async begin(job: ExportJob): Promise<boolean> {
    const { rowCount } = await this.database.system((tx) =>
      tx.execute(sql`
        update kit.export set parts = case state when 'failed' then '{}' else parts end, state = 'running', error = null,
          finished_at = null, expires_at = null where ${same(job)} and state <> 'ready'`),
    );
    return rowCount === 1;
  }

  /** Asks every schema for its part, once. @returns their names */
  private ask(job: ExportJob): Promise<string[]> {
    return this.database.system(async (tx) => {
      const asked = Object.keys((await this.row(job))?.parts ?? {});
      if (asked.length) return asked;
      const { topic } = exportRequested;
      const prefix = `event.${topic}.`;
      const { rows } = await tx.execute<{ schema: string }>(
        sql`select substr(name, ${prefix.length + 1}::int) as schema from pgboss.subscription where event = ${topic} order by 1`,
      );
      const schemas = rows.map(({ schema }) => schema);
      const parts = Object.fromEntries(schemas.map((schema) => [schema, "asked"]));
      await tx.execute(sql`update kit.export set parts = ${JSON.stringify(parts)}::jsonb where ${same(job)}`);
      await this.events.publish(tx, exportRequested, job);
      return schemas;
    });
  }

  /** Waits for the parts. @returns schemas that no process serves; null when the export is no longer wanted */
  private async gather(
    job: ExportJob,
    schemas: string[],
    signal: AbortSignal,
    progress: RunningJob<ExportJob>["progress"],
  ): Promise<string[] | null> {
    const began = this.clock.now().getTime();
    for (let shown = -1; ; ) {
      const row = await this.row(job);
      if (signal.aborted || row?.state !== "running") return null;
      const open = schemas.filter((schema) => row.parts[schema] !== "done");
      const done = schemas.length - open.length;
      if (done !== shown) await this.show(job, done, schemas.length + 1, progress);
      shown = done;
      if (!open.length) return [];
      const waited = this.clock.now().getTime() - began;
      if (waited > ABSENT_TIMEOUT_MS) {
        const live = new Set(await this.live());
        if (open.every((schema) => !live.has(schema))) return open;
      }
      if (waited > PART_TIMEOUT_MS)
        throw new PermanentError(
          `${open.join(" and ")} did not give your data in time. Ask for the export again later.`,
        );
      await wait(POLL_INTERVAL_MS, undefined, { signal });
    }
  }

  private async pack(
    job: ExportJob,
    schemas: string[],
    missing: string[],
    signal: AbortSignal,
    progress: RunningJob<ExportJob>["progress"],
  ): Promise<void> {
    const key = `${EXPORTS_FOLDER}/${job.userId}/${job.exportId}.zip`;
    const bytes = await packExport(this.files, {
      key,
      parts: `${EXPORTS_FOLDER}/${job.userId}/${job.exportId}`,
      schemas: schemas.filter((schema) => !missing.includes(schema)),
      missing,
      requestedAt: new Date((await this.row(job))?.requested_at ?? this.clock.now()),
      signal,
    });
    const [now, until] = this.times();
    const { rowCount } = await this.database.system((tx) =>
      tx.execute(sql`
        update kit.export set state = 'ready', bytes = ${bytes}, finished_at = ${now}, expires_at = ${until},
          missing = (select coalesce(array_agg(value), '{}') from jsonb_array_elements_text(${JSON.stringify(missing)}::jsonb)),
          done = ${schemas.length + 1} where ${same(job)} and state = 'running'`),
    );
    if (rowCount) {
      await this.removeParts(job.userId, job.exportId);
      await progress(schemas.length + 1, schemas.length + 1);
    } else await this.remove(job.userId, job.exportId);
  }

  private async show(
    job: ExportJob,
    done: number,
    total: number,
    progress: RunningJob<ExportJob>["progress"],
  ): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`update kit.export set done = ${done}, total = ${total} where ${same(job)}`),
    );
    await progress(done, total);
  }

  /** Hears of a cancellation while the archive is packed: progress aborts the job's signal then. */
  private async watch(job: ExportJob, progress: RunningJob<ExportJob>["progress"]): Promise<void> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<{ done: number; total: number | null }>(sql`select done, total from kit.export where ${same(job)}`),
    );
    await progress(rows[0]?.done ?? 0, rows[0]?.total ?? null);
  }

  /** Deletes what a cancelled export has. A process that stops hands its job on instead. */
  private async cancelled(job: ExportJob, signal: AbortSignal): Promise<void> {
    if ((signal.reason as Error | undefined)?.message === "Cancelled") await this.forget(job);
    else throw signal.reason;
  }

  private times(): [string, string] {
    const now = this.clock.now();
    return [now.toISOString(), new Date(now.getTime() + EXPORT_DAYS * DAY_MS).toISOString()];
  }

  private async row(job: ExportJob): Promise<Parts | undefined> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<Parts>(sql`select state, parts, requested_at from kit.export where ${same(job)}`),
    );
    return rows[0];
  }
}

const same = ({ userId, exportId }: ExportJob) => sql`user_id = ${userId} and id = ${exportId}`;
