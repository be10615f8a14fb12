import { setTimeout as wait } from "node:timers/promises";
import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { COPIES_QUEUE } from "@tessera/contracts-items/import-queue.ts";
import { Database, Jobs, type RunningJob, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { ProcessingService } from "../processing/processing.service.ts";
import type { SessionRow } from "./session.store.ts";

/** Cards looked at at once; sites that stand more often in them are asked one page after the other. */
const BATCH = 100;
/** Sites that are asked at once. */
const CONCURRENCY = 2;
/** Pause between two pages of one site, ms. */
const PAUSE_MS = 1_000;
/** A day: ten thousand pages at their slowest. */
const TIMEOUT_SECONDS = 86_000;

interface CopiesJob {
  userId: string;
  sessionId: string;
  fileName: string;
  storageLimit: number | null;
}
interface Waiting extends Record<string, unknown> {
  id: string;
  source_url: string | null;
}

/** Does for the cards of an import what follows a capture at once: fetches their pages, without haste. */
@Injectable()
export class FetchCopies implements OnModuleInit {
  constructor(
    @Inject(Database) private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly processing: ProcessingService,
  ) {}

  onModuleInit() {
    const title = ({ fileName }: CopiesJob) => `Readable copies of ${fileName}`;
    this.jobs.define<CopiesJob>(COPIES_QUEUE, { title, retryLimit: 2, timeoutSeconds: TIMEOUT_SECONDS }, (job) =>
      this.run(job),
    );
  }

  async begin(tx: Tx, session: Pick<SessionRow, "id" | "user_id" | "file_name" | "storage_limit">): Promise<void> {
    const limit = session.storage_limit;
    const job: CopiesJob = {
      ...{ userId: session.user_id, sessionId: session.id, fileName: session.file_name },
      storageLimit: limit === null ? null : Number(limit),
    };
    const jobId = await this.jobs.send(tx, COPIES_QUEUE, job, { userId: session.user_id, unit: "pages", priority: -1 });
    await tx.execute(
      sql`update items.import_session set copies_job = ${jobId}, copies_done = 0, copies_total = null where id = ${session.id}`,
    );
  }

  /** Cards that have their copy, or failed to, are passed over: one that was killed continues with the others. */
  private async run(job: RunningJob<CopiesJob>): Promise<void> {
    const { data, signal } = job;
    const total = await this.count(data);
    let done = 0;
    await this.show(job, 0, total);
    for (let after = NONE; ; ) {
      const batch = await this.next(data, after);
      const sites = [...bySite(batch).values()];
      const lane = async () => {
        for (let site = sites.shift(); site; site = sites.shift()) {
          for (const [at, { id }] of site.entries()) {
            if (signal.aborted) return;
            if (at > 0) await wait(PAUSE_MS, undefined, { signal }).catch(() => undefined);
            await this.processing.catchUp(data.userId, id, data.storageLimit, signal);
            done += 1;
            // Tells the job too when it was cancelled.
            await this.show(job, done, total);
          }
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, lane));
      if (signal.aborted) throw signal.reason;
      if (batch.length < BATCH) return;
      after = batch.at(-1)!.id;
    }
  }

  private async show({ data, progress }: RunningJob<CopiesJob>, done: number, total: number): Promise<void> {
    await this.database.as(data, (tx) =>
      tx.execute(sql`update items.import_session set copies_done = ${done}, copies_total = ${total}
        where id = ${data.sessionId}`),
    );
    await progress(done, total);
  }

  private async count({ userId, sessionId }: CopiesJob): Promise<number> {
    const { rows } = await this.database.as({ userId }, (tx) =>
      tx.execute<{ n: number }>(sql`select count(*)::int as n from ${waiting(sessionId)}`),
    );
    return rows[0]!.n;
  }

  private async next({ userId, sessionId }: CopiesJob, after: string): Promise<Waiting[]> {
    const { rows } = await this.database.as({ userId }, (tx) =>
      tx.execute<Waiting>(
        sql`select i.id, i.source_url from ${waiting(sessionId)} and i.id > ${after} order by i.id limit ${BATCH}`,
      ),
    );
    return rows;
  }
}

const NONE = "00000000-0000-0000-0000-000000000000";

/** Cards of which nothing but the title was made yet. */
const waiting = (sessionId: string) => sql`items.imported m join items.item i on i.id = m.item_id
  where m.session_id = ${sessionId} and i.source_url is not null and i.status <> 'trash' and i.processing - 'title' = '{}'`;

function bySite(cards: Waiting[]): Map<string, Waiting[]> {
  const sites = new Map<string, Waiting[]>();
  for (const card of cards) {
    const site = card.source_url && URL.canParse(card.source_url) ? new URL(card.source_url).host : "";
    sites.set(site, [...(sites.get(site) ?? []), card]);
  }
  return sites;
}
