import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type {
  CsvProfileChanged,
  CsvProfileList,
  CsvProfilePatch,
  CsvProfile as ShownProfile,
} from "@tessera/contracts-finance/csv-profiles.ts";
import { MAX_CSV_PROFILES } from "@tessera/contracts-finance/limits.ts";
import { csvProfileNotFound, nameTaken, tooManyCsvProfiles } from "@tessera/contracts-finance/problems.ts";
import { type Caller, Clock, Database, problem, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { AccountsService } from "../accounts/accounts.service.ts";
import { Acts } from "../acts/acts.ts";
import type { CsvProfile } from "../bank-files/csv/profile.ts";
import { checkVersion } from "../http/if-match.ts";

interface ProfileRow extends Record<string, unknown> {
  id: string;
  name: string;
  account_id: string | null;
  layout: CsvProfile;
  version: number;
}

const profileRows = (condition: SQL): SQL => sql`
  select p.id, p.name, p.layout, p.version,
    (select a.id from finance.account a where a.user_id = p.user_id and a.id = p.account_id) as account_id
  from finance.csv_profile p where ${condition} order by lower(p.name), p.id`;

const shown = ({ id, name, account_id, layout, version }: ProfileRow): ShownProfile => ({
  ...{ id, name, accountId: account_id, header: layout.header, version },
});

/** How the CSV files of a bank are read, by the names of their columns. */
@Injectable()
export class CsvProfilesService {
  constructor(
    private readonly database: Database,
    private readonly acts: Acts,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
  ) {}

  async list(caller: Caller): Promise<CsvProfileList> {
    const { rows } = await this.database.read<ProfileRow>(caller, profileRows(sql`p.user_id = ${caller.userId}`));
    return { items: rows.map(shown) };
  }

  /** What a file is compared with; the newest first, those that know columns by name before the others. */
  async saved(caller: Caller): Promise<{ id: string; profile: CsvProfile }[]> {
    const { rows } = await this.database.read<{ id: string; profile: CsvProfile }>(
      caller,
      sql`select id, layout as profile from finance.csv_profile where user_id = ${caller.userId}
        order by layout -> 'header' = 'null'::jsonb, created_at desc, id`,
    );
    return rows;
  }

  /** Within an act: a new profile, or the one of this name as it is read now. @throws ProblemException 404, 409 */
  async save(
    tx: Tx,
    caller: Caller,
    { name, accountId, layout }: { name: string; accountId: string | null; layout: CsvProfile },
  ): Promise<string> {
    if (accountId !== null) await this.accounts.row(tx, accountId);
    const json = JSON.stringify(layout);
    const changed = await tx.execute<{ id: string }>(sql`
      update finance.csv_profile set name = ${name}, layout = ${json}::jsonb, account_id = ${accountId}
      where user_id = ${caller.userId} and lower(name) = lower(${name}) returning id`);
    if (changed.rows[0]) return changed.rows[0].id;
    const { rows } = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from finance.csv_profile where user_id = ${caller.userId}`,
    );
    if (rows[0]!.count >= MAX_CSV_PROFILES) throw problem(tooManyCsvProfiles, { limit: MAX_CSV_PROFILES });
    const id = randomUUID();
    await tx.execute(sql`
      insert into finance.csv_profile (id, user_id, name, account_id, layout, created_at)
      values (${id}, ${caller.userId}, ${name}, ${accountId}, ${json}::jsonb, ${this.clock.now().toISOString()})`);
    return id;
  }

  /** @throws ProblemException 404, 409 `name_taken`, 412 `version_conflict` */
  async change(
    caller: Caller,
    id: string,
    version: number | "any",
    patch: CsvProfilePatch,
  ): Promise<CsvProfileChanged> {
    return this.acts.run(caller, "profile", "Change a profile", async (tx, act) => {
      const row = await this.row(tx, id);
      checkVersion(version, row.version);
      const { name = row.name, accountId = row.account_id } = patch;
      if (accountId !== null) await this.accounts.row(tx, accountId);
      const taken = await tx.execute(sql`
        select from finance.csv_profile
        where user_id = ${caller.userId} and id <> ${id} and lower(name) = lower(${name})`);
      if (taken.rows.length) throw problem(nameTaken, { thing: "profile", name });
      await tx.execute(sql`
        update finance.csv_profile set name = ${name}, account_id = ${accountId} where id = ${id}`);
      await this.acts.name(tx, act, `Change the profile ${name}`);
      return { profile: shown(await this.row(tx, id)) };
    });
  }

  /** @throws ProblemException 404, 412 `version_conflict` */
  async remove(caller: Caller, id: string, version: number | "any"): Promise<{ act: string }> {
    return this.acts.run(caller, "profile", "Delete a profile", async (tx, act) => {
      const row = await this.row(tx, id);
      checkVersion(version, row.version);
      await tx.execute(sql`delete from finance.csv_profile where id = ${id}`);
      await this.acts.name(tx, act, `Delete the profile ${row.name}`);
      return {};
    });
  }

  /** @throws ProblemException 404 `csv_profile_not_found` */
  async row(tx: Tx, id: string): Promise<ProfileRow> {
    const { rows } = await tx.execute<ProfileRow>(profileRows(sql`p.id = ${id}`));
    if (!rows[0]) throw problem(csvProfileNotFound);
    return rows[0];
  }
}
