import { Injectable } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

/** Width of the stretches in which reports are summed, s. */
export const STRETCH_SECONDS = 10;
/** Page loads of one subject that count as signed-in for one release, in two days; more are counted apart. */
const LOADS_OF_ONE = 20;

export interface Vote {
  app: string;
  release: string;
  /** Once for each page. */
  metric: string;
  /** What is summed: the metric, or its class. */
  counted: string;
}

export interface Count {
  release: string;
  stretch: Date;
  verified: boolean;
  metric: string;
  count: number;
}

/** Sums of what pages report. */
@Injectable()
export class HealthStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Counts what this page has not reported before. One statement: reports are many. */
  async add(page: string, subject: string, verified: boolean, votes: Vote[]): Promise<void> {
    const now = this.clock.now();
    const stretch = new Date(Math.floor(now.getTime() / (STRETCH_SECONDS * 1000)) * STRETCH_SECONDS * 1000);
    await this.database.system((tx) =>
      tx.execute(sql`
        with reported as (
          select distinct on (app, release, metric) * from jsonb_to_recordset(${JSON.stringify(votes)}::jsonb)
            as vote (app text, release text, metric text, counted text)
        ), judged as (
          select reported.*, ${verified}::boolean and (
            select count(*) from releases.vote known where known.subject = ${subject} and known.metric = 'load'
              and known.app = reported.app and known.release = reported.release and known.page <> ${page}) < ${LOADS_OF_ONE}::int as verified
          from reported
        ), new as (
          insert into releases.vote (page, app, release, metric, subject, verified, at)
          select ${page}, app, release, metric, ${subject}, verified, ${now.toISOString()}::timestamptz from judged
          on conflict do nothing returning app, release, metric, verified
        )
        insert into releases.health (app, release, stretch, verified, metric, count)
        select app, release, ${stretch.toISOString()}::timestamptz, new.verified, judged.counted, 1
        from new join judged using (app, release, metric) order by 1, 2, 5
        on conflict (app, release, stretch, verified, metric) do update set count = releases.health.count + 1`),
    );
  }

  /** All that was reported of the releases since. */
  since(app: string, releases: string[], since: Date): Promise<Count[]> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<Count & Record<string, unknown>>(sql`
        select release, stretch, verified, metric, count from releases.health
        where app = ${app} and release in (${sql.join(
          releases.map((id) => sql`${id}`),
          sql`, `,
        )}) and stretch >= ${since.toISOString()}
        order by stretch`);
      return rows.map((row) => ({ ...row, stretch: new Date(row.stretch) }));
    });
  }
}
