import { Injectable } from "@nestjs/common";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

/** A row of sample_area.record as the driver gives it (times as text). */
export interface RecordRow extends Record<string, unknown> {
  id: string;
  title: string;
  reviewed: boolean;
  created_at: string;
}

const COLUMNS = sql.raw("id, title, reviewed, created_at");

@Injectable()
export class RecordStore {
  /** Until the transaction ends, no other one of this person gets past here. */
  async lock(tx: Tx, userId: string): Promise<void> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sample_area.record ${userId}`}, 0))`);
  }

  /** @returns undefined when the person has a record of that title already */
  async insert(tx: Tx, userId: string, title: string, now: Date): Promise<RecordRow | undefined> {
    const { rows } = await tx.execute<RecordRow>(sql`
      insert into sample_area.record (user_id, title, created_at) values (${userId}, ${title}, ${now.toISOString()})
      on conflict (user_id, title) do nothing returning ${COLUMNS}`);
    return rows[0];
  }

  /** Newest first, after the record that `cursor` names. */
  async list(tx: Tx, userId: string, page: { cursor?: string; q?: string; limit: number }): Promise<RecordRow[]> {
    const after = page.cursor
      ? sql`and (created_at, id) < (select created_at, id from sample_area.record where id = ${page.cursor} and user_id = ${userId})`
      : sql``;
    const matching = page.q ? sql`and title ilike ${containing(page.q)}` : sql``;
    const { rows } = await tx.execute<RecordRow>(sql`
      select ${COLUMNS} from sample_area.record where user_id = ${userId} ${after} ${matching}
      order by created_at desc, id desc limit ${page.limit}`);
    return rows;
  }

  async count(tx: Tx, userId: string): Promise<{ total: number; waiting: number }> {
    const { rows } = await tx.execute<{ total: number; waiting: number }>(sql`
      select count(*)::int as total, (count(*) filter (where not reviewed))::int as waiting
      from sample_area.record where user_id = ${userId}`);
    return rows[0]!;
  }

  /** Notes what was decided at a time; a decision older than the noted one is ignored. */
  async decide(tx: Tx, userId: string, id: string, reviewed: boolean, at: Date): Promise<void> {
    await tx.execute(sql`
      update sample_area.record set reviewed = ${reviewed}, decided_at = ${at.toISOString()}
      where id = ${id} and user_id = ${userId} and (decided_at is null or decided_at < ${at.toISOString()})`);
  }
}

/** Pattern of LIKE for texts that contain the words as they are. */
const containing = (words: string) => `%${words.replace(/[\\%_]/g, "\\$&")}%`;
