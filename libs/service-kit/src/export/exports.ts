import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { exportRequested } from "@tessera/contracts-core/events.ts";
import { exportEnded, exportNotFound } from "@tessera/contracts-core/problems.ts";
import { sql } from "drizzle-orm";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { FileNotFound, type FileStore } from "../files/file-store.ts";
import { problem } from "../http/problem.ts";
import type { Events } from "../jobs/events.ts";
import type { JobRecords } from "../jobs/job-records.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { DeclaredTable, SchemaParts } from "../tables/table-declaration.ts";
import { Collection } from "./collection.ts";
import { EXPORTS_FOLDER, type ExportJob } from "./export-job.ts";
import { type ExportState, readExport } from "./export-rows.ts";
import { writePart } from "./write-part.ts";

const QUEUE = "kit.export";
const PURGE = "kit.export-purge";
/** Days for which an export that failed stays to be seen, and rows of jobs that are gone. */
const STALE_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * The export of a person's data: every schema writes its own part, in whichever process serves it; one job packs them
 * (decisions/003). One a person at a time.
 */
export class Exports {
  private readonly collection: Collection;

  /** @param parts what this process's schemas have, the kit's own among them */
  constructor(
    private readonly database: Database,
    private readonly files: FileStore,
    private readonly jobs: Jobs,
    private readonly records: JobRecords,
    private readonly clock: Clock,
    private readonly parts: SchemaParts[],
    { events, live }: { events: Events; live: () => Promise<string[]> },
  ) {
    this.collection = new Collection(database, files, events, clock, live);
    this.jobs.define<ExportJob>(
      QUEUE,
      {
        title: () => "Export of your data",
        concurrency: 2,
        timeoutSeconds: 6 * 3600,
        givenUp: (data, reason) => this.collection.fail(data, reason),
      },
      (job) => this.collection.run(job),
    );
    for (const part of parts) events.on(exportRequested, part.schema, (job) => this.give(part, job));
    this.jobs.define(PURGE, {}, () => this.purge());
    this.jobs.schedule(PURGE, "11 * * * *", {
      name: "Purge exports",
      does: "Deletes the files of data exports whose time is over.",
    });
  }

  /** The person's newest export; null when there is none. */
  async read(caller: { userId: string }): Promise<ExportState | null> {
    return (await readExport(this.database, caller, this.clock.now()))?.shown ?? null;
  }

  /**
   * Begins an export, which replaces one that ended. While one runs, that is the answer.
   * @param path page that shows it
   */
  async request(caller: { userId: string }, path: string): Promise<ExportState> {
    const before = await this.read(caller);
    if (before?.state === "running") return before;
    const [id, now] = [randomUUID(), this.clock.now().toISOString()];
    const { userId } = caller;
    const begun = await this.database.system(async (tx) => {
      const known = await tx.execute<{ id: string }>(
        sql`select id from kit.export where user_id = ${userId} for update`,
      );
      const earlier = known.rows[0]?.id ?? null;
      const { rowCount } = await tx.execute(sql`
        insert into kit.export as e (user_id, id, requested_at) values (${userId}, ${id}, ${now})
        on conflict (user_id) do update set id = excluded.id, job_id = null, state = 'running', parts = '{}', done = 0, total = null,
          missing = '{}', bytes = null, error = null, requested_at = excluded.requested_at, finished_at = null, expires_at = null
        where e.id = ${earlier} and (e.state <> 'running' or not exists
          (select from kit.job j where j.id = e.job_id and j.state in ('waiting', 'running')))`);
      if (!rowCount) return null;
      const jobId = await this.jobs.send(tx, QUEUE, { exportId: id, userId } satisfies ExportJob, {
        userId,
        path,
        unit: "parts",
      });
      await tx.execute(sql`update kit.export set job_id = ${jobId} where user_id = ${userId} and id = ${id}`);
      return { earlier };
    });
    if (begun?.earlier) await this.collection.remove(userId, begun.earlier);
    const after = await this.read(caller);
    if (!after) throw problem(exportEnded);
    return after;
  }

  /** Stops an export that runs, and deletes one that ended. Nothing to delete is fine. */
  async remove(caller: { userId: string }): Promise<void> {
    const found = await readExport(this.database, caller, this.clock.now());
    if (!found) return;
    if (found.shown.state === "running" && found.jobId)
      await this.records.cancel(caller, found.jobId).catch((error: { code?: string }) => {
        if (error.code !== "job_finished" && error.code !== "job_not_found") throw error;
      });
    await this.collection.forget({ userId: caller.userId, exportId: found.shown.id });
  }

  /** The archive, to be read to its end or destroyed. @throws ProblemException 404 `export_not_found` */
  async open(caller: { userId: string }): Promise<{ state: ExportState; bytes: number; content: Readable }> {
    const state = await this.read(caller);
    const found =
      state?.state === "ready" &&
      (await this.files.open(`${EXPORTS_FOLDER}/${caller.userId}/${state.id}.zip`).catch((error: unknown) => {
        if (!(error instanceof FileNotFound)) throw error;
        return null;
      }));
    if (!found) throw problem(exportNotFound);
    return { state, ...found };
  }

  /** Deletes the files of exports whose time is up, then what is known of them. */
  async purge(): Promise<void> {
    const now = this.clock.now();
    const stale = new Date(now.getTime() - STALE_DAYS * DAY_MS).toISOString();
    const { rows } = await this.database.system((tx) =>
      tx.execute<ExportJob & Record<string, unknown>>(sql`
        select user_id as "userId", id as "exportId" from kit.export
        where expires_at < ${now.toISOString()} or (expires_at is null and requested_at < ${stale})`),
    );
    for (const expired of rows) await this.collection.forget(expired);
  }

  private async give(part: SchemaParts, job: ExportJob): Promise<void> {
    if (!(await this.collection.isWanted(job, part.schema))) return;
    const folder = this.collection.folderOf(job, part.schema);
    const declared: DeclaredTable[] = this.parts.flatMap(({ tables }) => tables);
    await writePart(part, { database: this.database, files: this.files, declared, folder, userId: job.userId });
    if (!(await this.collection.given(job, part.schema))) await this.collection.remove(job.userId, job.exportId);
  }
}
