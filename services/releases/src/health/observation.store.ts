import { Injectable } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { Vital } from "./bins.ts";

/** Width of the stretches of time in which people are compared, s. */
export const STRETCH_SECONDS = 10;
/** A page's outcome is what it reported within so many seconds; one that reported nothing by then is silent. */
export const SETTLED_SECONDS = 60;

/** Which release of an open rollout a page was composed with. */
export interface Enrolment {
  rollout: string;
  step: number;
  candidate: boolean;
  /** Start of the rollout, ISO 8601. */
  since: string;
}

export interface Outcome extends Enrolment {
  drawn: boolean;
  failure: boolean;
  error: boolean;
  hang: boolean;
}
/** Classes of what was measured on a page whose files came from the cache. */
export interface Speed extends Enrolment, Partial<Record<Vital, number>> {}

export interface Given extends Enrolment {
  page: string;
  subject: string;
  /** ISO 8601. */
  at: string;
}

/** People by what their first page of a release came to. */
export interface UseCount {
  step: number;
  candidate: boolean;
  known: boolean;
  stretch: Date;
  /** Who reported anything, as it is now. */
  people: number;
  failures: number;
  errors: number;
  hangs: number;
  broken: number;
  /** Whose outcome does not change any more, of these those with a broken page. */
  settled: number;
  settledBroken: number;
  /** Whose page was given out for a route of the app and is settled, of these those whose page never reported. */
  given: number;
  silent: number;
}
export interface SpeedCount extends Record<Vital, number | null> {
  step: number;
  candidate: boolean;
  stretch: Date;
  count: number;
}

type Row<T> = { [K in keyof T]: T[K] } & Record<string, unknown>;
const SPAN = `${SETTLED_SECONDS} seconds`;
/** When rows of an ended rollout stop naming anybody, ms. */
const ANONYMISED_AFTER_MS = 2 * 24 * 3600 * 1000;
const STRETCH = sql.raw(`to_timestamp(floor(extract(epoch from at) / ${STRETCH_SECONDS}) * ${STRETCH_SECONDS})`);

/** One row for each subject, release and step. */
@Injectable()
export class ObservationStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Remembers pages that were given out to people who were known before the rollout began; of each the first one. */
  async give(pages: Given[]): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`
        insert into releases.observation (rollout, step, subject, known, kind, candidate, page, at, given)
        select distinct on (rollout, step, page.subject) rollout, step, page.subject, true, 'use', candidate, page, at, true
        from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as page (
          rollout uuid, step int, candidate boolean, since timestamptz, page text, subject text, at timestamptz)
        join releases.subject person on person.subject = page.subject and person.adopted_at < page.since
        order by rollout, step, page.subject, at
        on conflict (rollout, step, subject, known, kind) do update set given = true, at = least(observation.at, excluded.at)
        where observation.page = excluded.page`),
    );
  }

  /** What became of first pages, up to a moment. */
  uses(rollout: string, now: Date): Promise<UseCount[]> {
    const until = sql`${now.toISOString()}::timestamptz`;
    const inTime = (column: string) => sql.raw(`coalesce(${column} <= at + interval '${SPAN}', false)`);
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<Row<UseCount>>(sql`
        select step, candidate, known, ${STRETCH} as stretch,
          count(*) filter (where reported)::int as people,
          count(failure_at)::int as failures, count(error_at)::int as errors, count(hang_at)::int as hangs,
          count(*) filter (where broken)::int as broken,
          count(*) filter (where settled and (drawn_in_time or broken_in_time))::int as settled,
          count(*) filter (where settled and broken_in_time)::int as "settledBroken",
          count(*) filter (where settled and given)::int as given,
          count(*) filter (where settled and given and not drawn_in_time and not broken_in_time)::int as silent
        from (
          select *, at <= ${until} - ${SPAN}::interval as settled,
            coalesce(failure_at, error_at, hang_at) is not null as broken,
            coalesce(drawn_at, failure_at, error_at, hang_at) is not null as reported,
            ${inTime("drawn_at")} as drawn_in_time, ${inTime("least(failure_at, error_at, hang_at)")} as broken_in_time
          from releases.observation where rollout = ${rollout} and kind = 'use' and at <= ${until}
        ) as page
        group by 1, 2, 3, 4 order by 4`);
      return rows.map((row) => ({ ...row, stretch: new Date(row.stretch) }));
    });
  }

  speeds(rollout: string, now: Date): Promise<SpeedCount[]> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<Row<SpeedCount>>(sql`
        select step, candidate, ${STRETCH} as stretch, lcp, inp, cls, count(*)::int as count
        from releases.observation where rollout = ${rollout} and kind = 'speed' and known and at <= ${now.toISOString()}
        group by 1, 2, 3, 4, 5, 6 order by 3`);
      return rows.map((row) => ({ ...row, stretch: new Date(row.stretch) }));
    });
  }

  /** Two days after a rollout has ended its rows belong to nobody; the kit deletes them after ninety (index.ts). */
  async anonymise(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - ANONYMISED_AFTER_MS).toISOString();
    await this.database.system((tx) =>
      tx.execute(sql`
        update releases.observation set subject = gen_random_uuid()::text, page = '' from releases.rollout
        where rollout.id = observation.rollout and rollout.ended_at < ${before} and page <> ''`),
    );
  }
}
