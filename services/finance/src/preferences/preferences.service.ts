import { Injectable } from "@nestjs/common";
import type { FinancePreferences, FinancePreferencesChanged } from "@tessera/contracts-finance/preferences.ts";
import { type Caller, Database, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { Acts } from "../acts/acts.ts";
import { remindDaysOf } from "../recurring/payment-entries.ts";

@Injectable()
export class PreferencesService {
  constructor(
    private readonly database: Database,
    private readonly acts: Acts,
  ) {}

  async get(caller: Caller): Promise<FinancePreferences> {
    return this.database.as(caller, (tx) => preferencesOf(tx, caller.userId));
  }

  /** All sums of months are counted again, by a trigger, where they begin on another day. */
  async set(caller: Caller, { firstDay, remindDays }: FinancePreferences): Promise<FinancePreferencesChanged> {
    return this.acts.run(caller, "preference", `Begin months on day ${firstDay}`, async (tx, act) => {
      const before = await preferencesOf(tx, caller.userId);
      const ahead = remindDays === undefined ? before.remindDays : remindDays;
      await tx.execute(sql`
        insert into finance.preference (user_id, first_day, remind_days)
        values (${caller.userId}, ${firstDay}, ${ahead})
        on conflict (user_id) do update set first_day = excluded.first_day, remind_days = excluded.remind_days`);
      if (firstDay === before.firstDay) await this.acts.name(tx, act, remindWords(ahead));
      return { preferences: { firstDay, remindDays: ahead } };
    });
  }
}

const remindWords = (days: number | null) =>
  days === null ? "Remind of no payments" : `Remind of payments ${days} ${days === 1 ? "day" : "days"} before`;

async function preferencesOf(tx: Tx, userId: string): Promise<{ firstDay: number; remindDays: number | null }> {
  return { firstDay: await firstDayOf(tx, userId), remindDays: await remindDaysOf(tx, userId) };
}

/** On which day the person's months begin. */
export async function firstDayOf(tx: Tx, userId: string): Promise<number> {
  const { rows } = await tx.execute<{ day: number }>(sql`select finance.first_day_of(${userId}::uuid) as day`);
  return rows[0]!.day;
}
