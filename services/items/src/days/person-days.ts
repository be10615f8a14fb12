import { Inject, Injectable } from "@nestjs/common";
import { addDays, dayOf, isTimeZone, startOfDay } from "@tessera/contracts-core/days.ts";
import { type Caller, Database, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";

/** The day that people of one time zone have now. */
export interface ZoneDay {
  /** Null: people whose zone is unknown; their days are UTC's. */
  zone: string | null;
  /** The zone whose clock holds for them. */
  clock: string;
  /** "2026-04-09" */
  day: string;
  /** The first moment of the next day. */
  ends: Date;
}

/** The zone whose clock holds: UTC's where none is known, or one that only another version of the runtime knew. */
export const clockOf = (zone: unknown): string => (typeof zone === "string" && isTimeZone(zone) ? zone : "UTC");

const zone = (userId: string) => sql`select time_zone from items.person where user_id = ${userId}`;

/** The zone whose clock holds for a person. */
export async function zoneOf(tx: Tx, userId: string): Promise<string> {
  const { rows } = await tx.execute(zone(userId));
  return clockOf(rows[0]?.time_zone);
}

/** Knows where each person's days begin. */
@Injectable()
export class PersonDays {
  constructor(@Inject(Database) private readonly database: Database) {}

  async setZone(caller: Caller, name: string): Promise<void> {
    await this.database.as(caller, (tx) =>
      tx.execute(sql`insert into items.person as p (user_id, time_zone) values (${caller.userId}, ${name})
        on conflict (user_id) do update set time_zone = excluded.time_zone where p.time_zone <> excluded.time_zone`),
    );
  }

  /** The zone whose clock holds for a person. */
  zoneOf(tx: Tx, userId: string): Promise<string> {
    return zoneOf(tx, userId);
  }

  /** @param run sends one statement that reads */
  async zoneBy(run: (statement: SQL) => Promise<{ rows: Record<string, unknown>[] }>, userId: string): Promise<string> {
    const { rows } = await run(zone(userId));
    return clockOf(rows[0]?.time_zone);
  }

  /**
   * The day of each zone that a person of this service is in, and of UTC. Time zones are judged here: databases know
   * fewer names.
   */
  async today(tx: Tx, now: Date): Promise<ZoneDay[]> {
    const { rows } = await tx.execute<{ time_zone: string }>(sql`select distinct time_zone from items.person`);
    const zones = rows.map((row) => row.time_zone);
    return [null, ...zones].map((known) => {
      const clock = clockOf(known);
      const day = dayOf(now, clock);
      return { zone: known, clock, day, ends: startOfDay(addDays(day, 1), clock) };
    });
  }
}
