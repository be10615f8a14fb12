import { purgeDue } from "@tessera/contracts-core/events.ts";
import { sql } from "drizzle-orm";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { Events } from "../jobs/events.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { SchemaParts } from "./table-declaration.ts";

const QUEUE = "kit.purge";
/** Rows deleted in one statement. */
const BATCH = 5_000;
const DAY_MS = 86_400_000;
/**
 * Days for which an ended job keeps its data: what it did is in its service's tables, and what people see in kit.job.
 * What is left of it is counted for the rest of the week for which the queue keeps it.
 */
const ENDED_JOB_DAYS = 3;
/** Of the data of an ended job, no more than whether a person had it in a list. */
const emptied = sql`jsonb_strip_nulls(jsonb_build_object('hidden', data -> 'hidden', 'tick', data -> 'tick'))`;

/** Every hour: deletes what declared tables keep no longer, and the data of jobs that ended. */
export class Purge {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly parts: SchemaParts[],
    events: Events,
  ) {
    this.jobs.define(QUEUE, {}, () => this.database.system((tx) => events.publish(tx, purgeDue, {})));
    for (const part of parts) events.on(purgeDue, part.schema, () => this.purge(part));
    this.jobs.schedule(QUEUE, "41 * * * *", {
      name: "Purge old rows",
      does: "Deletes rows of every service that are older than they are kept.",
    });
  }

  /** Purges what the schemas of this process declare. */
  async run(): Promise<void> {
    for (const part of this.parts) await this.purge(part);
  }

  private async purge({ schema: own, tables }: SchemaParts): Promise<void> {
    for (const { schema, table, keep } of tables)
      if (keep)
        await this.delete(
          sql`${sql.identifier(schema)}.${sql.identifier(table)}`,
          sql.identifier(keep.since),
          keep.days,
        );
    if (own === "kit") await this.emptyEndedJobs();
  }

  private async emptyEndedJobs(): Promise<void> {
    const before = this.ago(ENDED_JOB_DAYS);
    const batch = () =>
      this.database.system((tx) =>
        tx.execute(sql`update pgboss.job set data = ${emptied}, output = null where (tableoid, ctid) in
          (select tableoid, ctid from pgboss.job where completed_on < ${before}::timestamptz
            and (data ? 'payload' or output is not null) limit ${BATCH})`),
      );
    while ((await batch()).rowCount === BATCH);
  }

  private ago(days: number): string {
    return new Date(this.clock.now().getTime() - days * DAY_MS).toISOString();
  }

  private async delete(target: ReturnType<typeof sql>, since: unknown, days: number): Promise<void> {
    const before = this.ago(days);
    const batch = () =>
      this.database.system((tx) =>
        tx.execute(sql`delete from ${target} where (tableoid, ctid) in
          (select tableoid, ctid from ${target} where ${since} < ${before}::timestamptz limit ${BATCH})`),
      );
    while ((await batch()).rowCount === BATCH);
  }
}
