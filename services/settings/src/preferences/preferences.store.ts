import { Inject, Injectable } from "@nestjs/common";
import { Preferences, type PreferencesPatch } from "@tessera/contracts-settings/settings.ts";
import { Clock, Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

/** A person's preferences: what they chose is stored, the product's defaults fill the rest. */
@Injectable()
export class PreferencesStore {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async read(caller: { userId: string }): Promise<Preferences> {
    const { rows } = await this.database.as(caller, (tx) =>
      tx.execute<{ chosen: unknown }>(sql`select chosen from settings.preference where user_id = ${caller.userId}`),
    );
    return Preferences.parse(rows[0]?.chosen ?? {});
  }

  /** Sets what the patch names and leaves the rest, even while somebody changes another field. */
  async change(caller: { userId: string }, patch: PreferencesPatch): Promise<Preferences> {
    const { rows } = await this.database.as(caller, (tx) =>
      tx.execute<{ chosen: unknown }>(sql`
        insert into settings.preference (user_id, chosen, updated_at)
        values (${caller.userId}, ${JSON.stringify(patch)}::jsonb, ${this.clock.now().toISOString()})
        on conflict (user_id) do update set chosen = preference.chosen || excluded.chosen, updated_at = excluded.updated_at
        returning chosen`),
    );
    return Preferences.parse(rows[0]?.chosen);
  }
}
