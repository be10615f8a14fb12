import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { FlagSetting } from "@tessera/contracts-releases/flag.ts";
import { Clock, Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

/** A flag that was set at least once. */
export interface StoredFlag {
  app: string;
  key: string;
  salt: string;
  /** Null: as the app declares. */
  setting: FlagSetting | null;
  before: FlagSetting | null;
  changedAt: string;
}

interface Row extends Record<string, unknown> {
  app: string;
  key: string;
  salt: string;
  value: FlagSetting["value"] | null;
  percent: string;
  people: string[] | null;
  valueBefore: FlagSetting["value"] | null;
  percentBefore: string;
  peopleBefore: string[] | null;
  changedAt: string | Date;
}

const settingOf = (value: FlagSetting["value"] | null, percent: string, people: string[] | null): FlagSetting | null =>
  value === null ? null : { value, percent: Number(percent), people: people ?? [] };

@Injectable()
export class FlagStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  all(): Promise<StoredFlag[]> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<Row>(sql`
        select app, key, salt, value, percent::text, value_before as "valueBefore",
          percent_before::text as "percentBefore", changed_at as "changedAt",
          (select json_agg(who order by who) from releases.flag_person person
            where person.app = flag.app and person.key = flag.key and not is_before) as people,
          (select json_agg(who order by who) from releases.flag_person person
            where person.app = flag.app and person.key = flag.key and is_before) as "peopleBefore"
        from releases.flag order by app, key`);
      return rows.map((row) => ({
        app: row.app,
        key: row.key,
        salt: row.salt,
        setting: settingOf(row.value, row.percent, row.people),
        before: settingOf(row.valueBefore, row.percentBefore, row.peopleBefore),
        changedAt: new Date(row.changedAt).toISOString(),
      }));
    });
  }

  /** The setting of before is what it goes back to. */
  async set(app: string, key: string, { value, percent, people }: FlagSetting): Promise<void> {
    await this.database.system(async (tx) => {
      const now = this.clock.now().toISOString();
      await tx.execute(sql`
        insert into releases.flag (app, key, salt, value, percent, changed_at)
        values (${app}, ${key}, ${randomUUID()}, ${JSON.stringify(value)}::jsonb, ${percent}, ${now})
        on conflict (app, key) do update set value_before = flag.value, percent_before = flag.percent,
          value = excluded.value, percent = excluded.percent, changed_at = excluded.changed_at`);
      await tx.execute(sql`delete from releases.flag_person where app = ${app} and key = ${key} and is_before`);
      await tx.execute(sql`update releases.flag_person set is_before = true where app = ${app} and key = ${key}`);
      for (const who of new Set(people))
        await tx.execute(sql`insert into releases.flag_person (app, key, who) values (${app}, ${key}, ${who})`);
    });
  }

  /** What it is and what it was change places. */
  async goBack(app: string, key: string): Promise<void> {
    await this.database.system(async (tx) => {
      await tx.execute(sql`
        update releases.flag set value = value_before, percent = percent_before, value_before = value,
          percent_before = percent, changed_at = ${this.clock.now().toISOString()}
        where app = ${app} and key = ${key}`);
      // In two steps: rows of the same person would meet in the primary key.
      const { rows } = await tx.execute<{ who: string; isBefore: boolean }>(sql`
        delete from releases.flag_person where app = ${app} and key = ${key}
        returning who, is_before as "isBefore"`);
      for (const { who, isBefore } of rows)
        await tx.execute(sql`insert into releases.flag_person (app, key, who, is_before)
          values (${app}, ${key}, ${who}, ${!isBefore})`);
    });
  }

  async remove(app: string, key: string): Promise<void> {
    await this.database.system((tx) => tx.execute(sql`delete from releases.flag where app = ${app} and key = ${key}`));
  }
}
