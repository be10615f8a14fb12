import { Injectable, type OnModuleInit } from "@nestjs/common";
import { Database, Jobs } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { DeclaredMeters } from "./declared-meters.ts";
import { lockCounting, Standings } from "./standings.ts";

const QUEUE = "billing.count-usage";
/** Rows counted in one transaction. */
const BATCH = 1_000;

/**
 * Every minute: adds what services wrote to the ledger to the sums. A row is marked and added in one transaction, so
 * whatever is killed, it is in the sums once or still waits.
 */
@Injectable()
export class CountUsage implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly meters: DeclaredMeters,
    private readonly standings: Standings,
  ) {}

  onModuleInit(): void {
    this.jobs.define(QUEUE, {}, () => this.run());
    this.jobs.schedule(QUEUE, "* * * * *", {
      name: "Count usage",
      does: "Adds what was used since the last run to each person’s totals.",
    });
  }

  async run(): Promise<void> {
    while ((await this.batch()) === BATCH);
  }

  /** @returns how many rows were counted */
  private batch(): Promise<number> {
    const countable = [...this.meters.countable().keys()];
    return this.database.system(async (tx) => {
      await lockCounting(tx);
      const { rows } = await tx.execute<{ user_id: string; meter: string; delta: string; taken: number }>(sql`
        with taken as materialized (select user_id, meter, key from kit.usage
          where not counted and meter = any(${sql.param(countable)}::text[]) limit ${BATCH}),
        marked as (
          update kit.usage u set counted = true from taken t
          where (u.user_id, u.meter, u.key) = (t.user_id, t.meter, t.key) and not u.counted
          returning u.user_id, u.meter, (u.at at time zone 'UTC')::date as day, coalesce(u.model, '') as model,
            coalesce(u.agent, '') as agent, u.quantity),
        summed as (
          select user_id, meter, day, model, agent, sum(quantity)::bigint as quantity, count(*)::int as uses
          from marked group by 1, 2, 3, 4, 5),
        added as (
          insert into billing.usage_day as d (user_id, meter, day, model, agent, quantity, uses)
          select user_id, meter, day, model, agent, quantity, uses from summed
          on conflict (user_id, meter, day, model, agent) do update
            set quantity = d.quantity + excluded.quantity, uses = d.uses + excluded.uses)
        select user_id, meter, sum(quantity)::text as delta, (select count(*)::int from taken) as taken
        from summed group by 1, 2`);
      if (!rows.length) return 0;
      await this.standings.follow(
        tx,
        rows.map(({ user_id, meter, delta }) => ({ userId: user_id, meter, delta: Number(delta) })),
      );
      return rows[0]!.taken;
    });
  }
}
