import { Injectable } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { type Outcome, type Speed, STRETCH_SECONDS } from "./observation.store.ts";

/** What is summed: a metric of a release, vitals by their class. */
export interface Counted {
  app: string;
  release: string;
  metric: string;
}

/** The page that reports. */
export interface Reporter {
  page: string;
  subject: string;
  /** Whether the report carries the session of the person the page was given to. */
  verified: boolean;
}

/** A release's pages, of every visitor. */
export interface PageSums {
  pages: number;
  pageErrors: number;
}

const ENROLLED = sql.raw(`rollout uuid, step int, candidate boolean, since timestamptz`);

/** Takes reports of pages, and sums them. */
@Injectable()
export class HealthStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Sums what is reported; for rollouts, keeps what the first page of this subject came to. One statement: reports are
   * many.
   */
  async add(
    { page, subject, verified }: Reporter,
    sums: Counted[],
    outcomes: Outcome[],
    speeds: Speed[],
  ): Promise<void> {
    const now = sql`${this.clock.now().toISOString()}::timestamptz`;
    const width = STRETCH_SECONDS * 1000;
    const stretch = new Date(Math.floor(this.clock.now().getTime() / width) * width).toISOString();
    const known = sql`${verified}::boolean and exists (
      select from releases.subject person where person.subject = ${subject} and person.adopted_at < enrolled.since)`;
    const when = (column: string) => sql.raw(`case when enrolled.${column} then current.at end`);
    await this.database.system((tx) =>
      tx.execute(sql`
        with current as (select ${now} as at), summed as (
          insert into releases.health (app, release, stretch, verified, metric, count)
          select distinct app, release, ${stretch}::timestamptz, ${verified}::boolean, metric, 1
          from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as sum (app text, release text, metric text) order by 1, 2, 5
          on conflict (app, release, stretch, verified, metric) do update set count = health.count + 1
        ), measured as (
          insert into releases.observation (rollout, step, subject, known, kind, candidate, page, at, lcp, inp, cls)
          select rollout, step, ${subject}, known, 'speed', candidate, ${page}, at, lcp, inp, cls
          from (
            select enrolled.*, ${known} as known, current.at
            from jsonb_to_recordset(${JSON.stringify(speeds)}::jsonb) as enrolled (${ENROLLED}, lcp int, inp int, cls int), current
          ) as speed
          where exists (
            select from releases.observation first where first.rollout = speed.rollout and first.step = speed.step
              and first.subject = ${subject} and first.known = speed.known and first.kind = 'use' and first.page <> ${page})
          on conflict do nothing
        )
        insert into releases.observation (rollout, step, subject, known, kind, candidate, page, at, drawn_at, failure_at, error_at, hang_at)
        select rollout, step, ${subject}, ${known}, 'use', candidate, ${page}, current.at,
          ${when("drawn")}, ${when("failure")}, ${when("error")}, ${when("hang")}
        from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
          as enrolled (${ENROLLED}, drawn boolean, failure boolean, error boolean, hang boolean), current
        order by 1
        on conflict (rollout, step, subject, known, kind) do update set
          drawn_at = coalesce(observation.drawn_at, excluded.drawn_at), failure_at = coalesce(observation.failure_at, excluded.failure_at),
          error_at = coalesce(observation.error_at, excluded.error_at), hang_at = coalesce(observation.hang_at, excluded.hang_at)
        where observation.page = excluded.page`),
    );
  }

  /** Pages that drew the release since, and what went wrong on pages, by release, for every visitor. */
  async pages(app: string, since: Date, until: Date): Promise<Map<string, PageSums>> {
    const first = Math.floor(since.getTime() / 1000 / STRETCH_SECONDS) * STRETCH_SECONDS;
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ release: string; pages: number; pageErrors: number }>(sql`
        select release, coalesce(sum(count) filter (where metric = 'drawn'), 0)::int as pages,
          coalesce(sum(count) filter (where metric in ('failure', 'error', 'hang')), 0)::int as "pageErrors"
        from releases.health where app = ${app} and stretch >= to_timestamp(${first}) and stretch <= ${until.toISOString()} group by release`);
      return new Map(rows.map(({ release, ...sums }) => [release, sums]));
    });
  }
}
