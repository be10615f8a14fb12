import { Inject, Injectable } from "@nestjs/common";
import { tooManySavedSearches } from "@tessera/contracts-items/problems.ts";
import { MAX_SAVED_SEARCHES } from "@tessera/contracts-items/search/limits.ts";
import type { NewSavedSearch, SavedSearch } from "@tessera/contracts-items/search/search.ts";
import { type Caller, Clock, Database, problem } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { iso } from "../items/item-row.ts";

interface Row extends Record<string, unknown> {
  id: string;
  name: string;
  q: string;
  created_at: string;
}
const toSaved = ({ id, name, q, created_at }: Row): SavedSearch => ({ id, name, q, createdAt: iso(created_at) });

/** Searches that a person gave a name. */
@Injectable()
export class SavedSearches {
  constructor(
    @Inject(Database) private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** By their names. */
  async list(caller: Caller): Promise<SavedSearch[]> {
    const { rows } = await this.database.read<Row>(
      caller,
      sql`select id, name, q, created_at from items.saved_search where user_id = ${caller.userId} order by lower(name), id`,
    );
    return rows.map(toSaved);
  }

  /** Writes one under an id that the caller chose, so that a deleted one comes back as it was. */
  async save(caller: Caller, id: string, { name, q }: NewSavedSearch): Promise<SavedSearch> {
    return this.database.as(caller, async (tx) => {
      const { rows: others } = await tx.execute<{ n: number }>(sql`
        select count(*)::int as n from items.saved_search where user_id = ${caller.userId} and id <> ${id}`);
      if (others[0]!.n >= MAX_SAVED_SEARCHES) throw problem(tooManySavedSearches, { count: MAX_SAVED_SEARCHES });
      const { rows } = await tx.execute<Row>(sql`insert into items.saved_search (user_id, id, name, q, created_at)
        values (${caller.userId}, ${id}, ${name}, ${q}, ${this.clock.now().toISOString()}::timestamptz)
        on conflict (user_id, id) do update set name = excluded.name, q = excluded.q
        returning id, name, q, created_at`);
      return toSaved(rows[0]!);
    });
  }

  /** One that is not there is gone already. */
  async remove(caller: Caller, id: string): Promise<void> {
    await this.database.as(caller, (tx) =>
      tx.execute(sql`delete from items.saved_search where user_id = ${caller.userId} and id = ${id}`),
    );
  }
}
