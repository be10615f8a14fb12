import { Injectable } from "@nestjs/common";
import type { Meter } from "@tessera/contracts-billing/meters.ts";
import {
  MAX_USES,
  type MeterUsage,
  type Usage,
  type UseList,
  type UseQuery,
} from "@tessera/contracts-billing/usage.ts";
import { type Caller, Clock, Database, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { OpenedAccounts } from "../account/opened-accounts.ts";
import { DeclaredMeters } from "./declared-meters.ts";
import { readOwnLimits, UsageLimits } from "./limits.ts";
import { addDays, dayOf, firstDay, lastDay, monthOf } from "./months.ts";
import { PACE_DAYS, project } from "./projection.ts";

interface Sum {
  meter: string;
  day: string;
  model: string;
  agent: string;
  quantity: number;
  uses: number;
}

/** What a month used, to the last use: the sums, and what is not counted yet. */
@Injectable()
export class ReadUsage {
  constructor(
    private readonly database: Database,
    private readonly accounts: OpenedAccounts,
    private readonly meters: DeclaredMeters,
    private readonly limits: UsageLimits,
    private readonly clock: Clock,
  ) {}

  async month(user: Caller, month: string): Promise<Usage> {
    const account = await this.accounts.own(user);
    const today = dayOf(this.clock.now());
    const isPresent = month === today.slice(0, 7);
    return this.database.as(user, async (tx) => {
      const sums = await this.sums(tx, user.userId, addDays(firstDay(month), -PACE_DAYS), lastDay(month));
      const held = await this.held(tx, user.userId, lastDay(month));
      const own = await readOwnLimits(tx, [user.userId]);
      const usageOf = (meter: Meter): MeterUsage => {
        const all = sums.filter((sum) => sum.meter === meter.name);
        const inMonth = all.filter(({ day }) => day >= firstDay(month));
        const used = meter.counts === "held" ? (held.get(meter.name) ?? 0) : total(inMonth);
        const limits = this.limits.of(meter, account, own.get(`${user.userId} ${meter.name}`));
        const recent = total(all.filter(({ day }) => day > addDays(today, -PACE_DAYS)));
        return {
          ...{ meter: meter.name, title: meter.title, unit: meter.unit, counts: meter.counts, used },
          included: isPresent ? limits.included : null,
          own: limits.own,
          notifyAt: isPresent ? limits.notifyAt : null,
          stopAt: isPresent ? limits.stopAt : null,
          ...(isPresent ? project(used, recent, today, limits.stopAt) : { projected: null, reachedOn: null }),
          days: grouped(inMonth, "day").map(({ name, ...sum }) => ({ day: name, ...sum })),
          models: bySize(grouped(inMonth, "model")),
          agents: bySize(grouped(inMonth, "agent")),
        };
      };
      return {
        month,
        today,
        firstMonth: await this.firstMonth(tx, user.userId),
        meters: this.meters.all().map(usageOf),
      };
    });
  }

  /** The single uses behind a figure. */
  async uses(user: Caller, { month, meter, day, model, agent }: UseQuery): Promise<UseList> {
    const [from, to] = [day ?? firstDay(month), day ?? lastDay(month)];
    const { rows } = await this.database.read<{
      at: string | Date;
      quantity: string | number;
      subject: string | null;
      model: string | null;
      agent: string | null;
      card_id: string | null;
      total: number;
    }>(
      user,
      sql`select at, quantity, subject, model, agent, card_id, count(*) over ()::int as total from kit.usage
        where user_id = ${user.userId} and meter = ${meter} and at >= ${from}::date at time zone 'UTC'
          and at < (${to}::date + 1) at time zone 'UTC'
          and ${model === undefined ? sql`true` : sql`model = ${model}`}
          and ${agent === undefined ? sql`true` : sql`agent = ${agent}`}
        order by at desc, key limit ${MAX_USES}`,
    );
    return {
      total: rows[0]?.total ?? 0,
      uses: rows.map((row) => ({
        at: new Date(row.at).toISOString(),
        quantity: Number(row.quantity),
        ...{ subject: row.subject, model: row.model, agent: row.agent, cardId: row.card_id },
      })),
    };
  }

  private async sums(tx: Tx, userId: string, from: string, to: string): Promise<Sum[]> {
    const { rows } = await tx.execute<{ [K in keyof Sum]: string | number }>(sql`
      select meter, to_char(day, 'YYYY-MM-DD') as day, model, agent, sum(quantity)::bigint as quantity, sum(uses)::int as uses
      from (
        select meter, day, model, agent, quantity, uses from billing.usage_day where user_id = ${userId}
        union all
        select meter, (at at time zone 'UTC')::date, coalesce(model, ''), coalesce(agent, ''), quantity, 1
        from kit.usage where user_id = ${userId} and not counted) u
      where day between ${from}::date and ${to}::date group by 1, 2, 3, 4 order by 1, 2, 3, 4`);
    return rows.map((row) => ({ ...(row as unknown as Sum), quantity: Number(row.quantity), uses: Number(row.uses) }));
  }

  /** What was held at the end of a day: what is held now, without what came since. */
  private async held(tx: Tx, userId: string, day: string): Promise<Map<string, number>> {
    const { rows } = await tx.execute<{ meter: string; quantity: string | number }>(sql`
      select meter, sum(quantity)::bigint as quantity from (
        select meter, used as quantity from kit.usage_standing where user_id = ${userId}
        union all
        select meter, quantity from kit.usage
          where user_id = ${userId} and not counted and (at at time zone 'UTC')::date <= ${day}::date
        union all
        select meter, -quantity from billing.usage_day where user_id = ${userId} and day > ${day}::date) u
      group by meter`);
    return new Map(rows.map(({ meter, quantity }) => [meter, Number(quantity)]));
  }

  private async firstMonth(tx: Tx, userId: string): Promise<string | null> {
    const { rows } = await tx.execute<{ at: string | Date | null }>(sql`
      select least((select min(day) from billing.usage_day where user_id = ${userId})::timestamp at time zone 'UTC',
        (select min(at) from kit.usage where user_id = ${userId} and not counted)) as at`);
    const at = rows[0]?.at;
    return at ? monthOf(new Date(at)) : null;
  }
}

const total = (sums: Sum[]) => sums.reduce((sum, { quantity }) => sum + quantity, 0);

function grouped(sums: Sum[], by: "day" | "model" | "agent"): { name: string; quantity: number; uses: number }[] {
  const groups = new Map<string, { name: string; quantity: number; uses: number }>();
  for (const { [by]: name, quantity, uses } of sums) {
    if (!name) continue;
    const group = groups.get(name) ?? { name, quantity: 0, uses: 0 };
    groups.set(name, { name, quantity: group.quantity + quantity, uses: group.uses + uses });
  }
  return [...groups.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const bySize = (groups: ReturnType<typeof grouped>) => groups.sort((a, b) => b.quantity - a.quantity);
