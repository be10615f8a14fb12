import { Injectable } from "@nestjs/common";
import type { FinancePreferences, FinancePreferencesChanged } from "@tessera/contracts-finance/preferences.ts";
import { type Caller, Database, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { Acts } from "../acts/acts.ts";

@Injectable()
export class PreferencesService {
  constructor(
    private readonly database: Database,
    private readonly acts: Acts,
  ) {}

  async get(caller: Caller): Promise<FinancePreferences> {
    return this.database.as(caller, async (tx) => ({ firstDay: await firstDayOf(tx, caller.userId) }));
  }

  /** All sums of months are counted again, by a trigger. */
  async set(caller: Caller, { firstDay }: FinancePreferences): Promise<FinancePreferencesChanged> {
    return this.acts.run(caller, "preference", `Begin months on day ${firstDay}`, async (tx) => {
      await tx.execute(sql`
        insert into finance.preference (user_id, first_day) values (${caller.userId}, ${firstDay})
        on conflict (user_id) do update set first_day = excluded.first_day`);
      return { preferences: { firstDay } };
    });
  }
}

/** On which day the person's months begin. */
export async function firstDayOf(tx: Tx, userId: string): Promise<number> {
  const { rows } = await tx.execute<{ day: number }>(sql`select finance.first_day_of(${userId}::uuid) as day`);
  return rows[0]!.day;
}
