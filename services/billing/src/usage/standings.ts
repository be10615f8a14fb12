import { Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { DeclaredMeters } from "./declared-meters.ts";
import { UsageLimits } from "./limits.ts";
import { firstDay, monthAfter, monthOf } from "./months.ts";
import { type Standing, UsageAlerts } from "./usage-alerts.ts";

/** What was just counted for somebody. */
export interface Counted {
  userId: string;
  meter: string;
  /** By how much what is held has grown. */
  delta: number;
}

/** Keeps `kit.usage_standing`, by which every service asks before its work (service-kit, decisions/040). */
@Injectable()
export class Standings {
  constructor(
    private readonly meters: DeclaredMeters,
    private readonly limits: UsageLimits,
    private readonly alerts: UsageAlerts,
    private readonly clock: Clock,
  ) {}

  /** Takes in what was counted, and says in the queue what calls for it. */
  async follow(tx: Tx, counted: Counted[]): Promise<void> {
    const meters = this.meters.countable();
    const known = counted.flatMap((one) => {
      const meter = meters.get(one.meter);
      return meter ? [{ ...one, meter }] : [];
    });
    if (!known.length) return;
    const limitsOf = await this.limits.among(tx, [...new Set(known.map(({ userId }) => userId))]);
    const month = monthOf(this.clock.now());
    const rows = known.map(({ userId, meter, delta }) => ({
      ...{ user_id: userId, meter: meter.name, is_held: meter.counts === "held", delta },
      // What is held is limited where it is kept.
      stop_at: meter.counts === "held" ? null : limitsOf(userId, meter).stopAt,
    }));
    const held = rows.flatMap(({ is_held, meter }) => (is_held ? [meter] : []));
    const { rows: written } = await tx.execute<{ user_id: string; meter: string; used: string | number }>(sql`
      with now as (
        select r.user_id, r.meter, r.stop_at, case when r.is_held then r.delta
          else (select coalesce(sum(d.quantity), 0) from billing.usage_day d where (d.user_id, d.meter) = (r.user_id, r.meter)
            and d.day >= ${firstDay(month)}::date and d.day < ${firstDay(monthAfter(month))}::date) end as used
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r (user_id uuid, meter text, is_held boolean, delta bigint, stop_at bigint))
      insert into kit.usage_standing as s (user_id, meter, month, used, stop_at)
      select user_id, meter, ${firstDay(month)}::date, used, stop_at from now order by user_id, meter
      on conflict (user_id, meter) do update set month = excluded.month, stop_at = excluded.stop_at,
        used = case when s.meter = any(${sql.param(held)}::text[]) then s.used + excluded.used else excluded.used end
      returning user_id, meter, used`);
    const standings = written.flatMap((row): Standing[] => {
      const meter = meters.get(row.meter);
      if (!meter) return [];
      return [{ userId: row.user_id, meter, used: Number(row.used), limits: limitsOf(row.user_id, meter) }];
    });
    await this.alerts.follow(tx, standings, month);
  }

  /** Applies limits that may have changed, of every meter. */
  async refresh(tx: Tx, userIds: string[]): Promise<void> {
    await lockCounting(tx);
    await this.follow(
      tx,
      userIds.flatMap((userId) => this.meters.all().map(({ name }) => ({ userId, meter: name, delta: 0 }))),
    );
  }
}

/** One process counts at a time, until its transaction ends. */
export const lockCounting = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('billing.count-usage', 0))`);
