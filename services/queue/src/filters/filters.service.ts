import { Injectable } from "@nestjs/common";
import { MAX_SAVED_FILTERS } from "@tessera/contracts-queue/limits.ts";
import { filterExists, filterNotFound, tooManyFilters } from "@tessera/contracts-queue/problems.ts";
import type { NewSavedFilter, SavedFilter, SavedFilters } from "@tessera/contracts-queue/queue.ts";
import { type Caller, Clock, Database, problem } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

type Row = SavedFilter & Record<string, unknown>;
const MEMBERS = sql`id, name, state, q, queue, hours`;

/** Filters of jobs that a person keeps, by name. */
@Injectable()
export class FiltersService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list(caller: Caller): Promise<SavedFilters> {
    const { rows } = await this.database.as(caller, (tx) =>
      tx.execute<Row>(
        sql`select ${MEMBERS} from queue.job_filter where user_id = ${caller.userId} order by lower(name), id`,
      ),
    );
    return { filters: rows };
  }

  /** @throws 409 `filter_exists` or `too_many_filters` */
  async save(caller: Caller, { name, state, q, queue, hours }: NewSavedFilter): Promise<SavedFilter> {
    const { userId } = caller;
    const at = this.clock.now().toISOString();
    return this.database.as(caller, async (tx) => {
      // Two requests of one person must not both find the last free place.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`queue.job_filter:${userId}`}, 0))`);
      const { rows: kept } = await tx.execute<{ count: number; named: boolean }>(sql`
        select count(*)::int as count, coalesce(bool_or(lower(name) = lower(${name})), false) as named
        from queue.job_filter where user_id = ${userId}`);
      if (kept[0]!.named) throw problem(filterExists);
      if (kept[0]!.count >= MAX_SAVED_FILTERS) throw problem(tooManyFilters, { limit: MAX_SAVED_FILTERS });
      const { rows } = await tx.execute<Row>(sql`
        insert into queue.job_filter (user_id, name, state, q, queue, hours, created_at)
        values (${userId}, ${name}, ${state}, ${q}, ${queue}, ${hours}, ${at}::timestamptz) returning ${MEMBERS}`);
      return rows[0]!;
    });
  }

  /** @throws 404 `filter_not_found` */
  async remove(caller: Caller, id: string): Promise<void> {
    const { rows } = await this.database.as(caller, (tx) =>
      tx.execute(sql`delete from queue.job_filter where id = ${id} and user_id = ${caller.userId} returning id`),
    );
    if (!rows.length) throw problem(filterNotFound);
  }
}
