import { Injectable } from "@nestjs/common";
import type { RolloutSchedule } from "@tessera/contracts-releases/schedule.ts";
import { ALL_APPS } from "@tessera/contracts-releases/schedule-words.ts";
import { Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

interface Row extends Record<string, unknown> {
  app: string;
  schedule: RolloutSchedule;
}

@Injectable()
export class ScheduleStore {
  constructor(private readonly database: Database) {}

  /** That of all apps first. */
  async list(): Promise<Row[]> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<Row>(sql`select app, schedule from releases.schedule order by app <> ${ALL_APPS}, app`),
    );
    return rows;
  }

  /** The app's own, then that of all apps. */
  async of(app: string): Promise<RolloutSchedule[]> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<Row>(sql`select app, schedule from releases.schedule where app in (${app}, ${ALL_APPS})
        order by app = ${ALL_APPS}`),
    );
    return rows.map(({ schedule }) => schedule);
  }

  async set(app: string, schedule: RolloutSchedule): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`insert into releases.schedule (app, schedule) values (${app}, ${JSON.stringify(schedule)}::jsonb)
        on conflict (app) do update set schedule = excluded.schedule`),
    );
  }

  /** False when there was none. */
  async delete(app: string): Promise<boolean> {
    const { rows } = await this.database.system((tx) =>
      tx.execute(sql`delete from releases.schedule where app = ${app} returning app`),
    );
    return rows.length > 0;
  }
}
