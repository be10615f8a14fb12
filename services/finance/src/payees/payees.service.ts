import { Injectable } from "@nestjs/common";
import { MAX_ALIASES } from "@tessera/contracts-finance/limits.ts";
import type {
  Payee,
  PayeeChanged,
  PayeeDeletion,
  PayeeList,
  PayeeMerge,
  PayeePatch,
  PayeeQuery,
  PayeesDeleted,
  PayeesMerged,
} from "@tessera/contracts-finance/payees.ts";
import { nameTaken, payeeNotFound, tooManyAliases } from "@tessera/contracts-finance/problems.ts";
import { type Caller, containing, Database, problem, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { Acts } from "../acts/acts.ts";
import { checkVersion } from "../http/if-match.ts";
import { followPayees } from "./follow-payees.ts";
import { payeeKey } from "./payee-key.ts";

interface PayeeRow extends Record<string, unknown> {
  id: string;
  name: string;
  key: string;
  aliases: string[];
  version: number;
  transactions: number;
  newest: string | null;
}

const payeeRows = (condition: SQL, limit: number, skip = 0): SQL => sql`
  select p.id, p.name, p.key, p.aliases, p.version, coalesce(t.count, 0)::int as transactions, t.newest::text as newest
  from finance.payee p left join lateral (
    select count(*) as count, max(date) as newest from finance.transaction where user_id = p.user_id and payee_id = p.id
  ) t on true
  where ${condition} order by t.count desc, p.key, p.id limit ${limit} offset ${skip}`;

const isUnused = sql`
  not exists (select from finance.transaction t where t.user_id = p.user_id and t.payee_id = p.id)`;

const shown = ({ id, name, aliases, transactions, newest, version }: PayeeRow): Payee => ({
  ...{ id, name, aliases, transactions, newest, version },
});

@Injectable()
export class PayeesService {
  constructor(
    private readonly database: Database,
    private readonly acts: Acts,
  ) {}

  async list(caller: Caller, { q, unused, limit, skip }: z.output<typeof PayeeQuery>): Promise<PayeeList> {
    const like = containing(payeeKey(q ?? ""));
    const all = [sql`p.user_id = ${caller.userId}`];
    if (q) all.push(sql`(p.key like ${like} or exists (select from unnest(p.aliases) a where a like ${like}))`);
    if (unused) all.push(isUnused);
    const matching = sql.join(all, sql` and `);
    return this.database.as(caller, async (tx) => {
      const { rows } = await tx.execute<PayeeRow>(payeeRows(matching, limit, skip));
      const count = await tx.execute<{ total: number }>(sql`
        select count(*)::int as total from finance.payee p where ${matching}`);
      return { items: rows.map(shown), total: count.rows[0]!.total };
    });
  }

  /**
   * A payee that is renamed keeps its old name as an alias: the bank keeps writing that. Rules follow it.
   * @throws ProblemException 404, 409 `name_taken` by another payee's name or alias, 412 `version_conflict`
   */
  async change(caller: Caller, id: string, version: number | "any", patch: PayeePatch): Promise<PayeeChanged> {
    return this.acts.run(caller, "payee", "Change a payee", async (tx, act) => {
      const row = await this.row(tx, id);
      checkVersion(version, row.version);
      const name = patch.name ?? row.name;
      const key = payeeKey(name);
      const old = key === row.key ? [] : [row.key];
      const aliases = new Set([...(patch.aliases ?? row.aliases).map(payeeKey), ...old]);
      aliases.delete(key);
      await this.checkFree(tx, caller, id, [key, ...aliases]);
      await tx.execute(sql`
        update finance.payee set name = ${name}, key = ${key},
          aliases = ${texts(aliases)}
        where id = ${id}`);
      await followPayees(tx, caller.userId, old, name);
      await this.acts.name(tx, act, `Change the payee ${name}`);
      return { payee: shown(await this.row(tx, id)) };
    });
  }

  /**
   * One payee in place of several; a file that names one of them finds it, and a rule that does follows.
   * @throws ProblemException 404 `payee_not_found`, 409 `too_many_aliases`
   */
  async merge(caller: Caller, { into, ids }: PayeeMerge): Promise<PayeesMerged> {
    return this.acts.run(caller, "payee", "Merge payees", async (tx, act) => {
      const kept = await this.row(tx, into);
      const others = [...new Set(ids)].filter((id) => id !== into);
      const gone = await Promise.all(others.map((id) => this.row(tx, id)));
      const aliases = new Set([...kept.aliases, ...gone.flatMap((row) => [row.key, ...row.aliases])]);
      aliases.delete(kept.key);
      if (aliases.size > MAX_ALIASES) throw problem(tooManyAliases, { limit: MAX_ALIASES });
      const merged = sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(others)}::jsonb))`;
      const moved = await tx.execute(sql`
        update finance.transaction set payee_id = ${into}
        where user_id = ${caller.userId} and payee_id in ${merged} returning id`);
      await tx.execute(sql`
        update finance.recurring set payee_id = ${into} where user_id = ${caller.userId} and payee_id in ${merged}`);
      await tx.execute(sql`delete from finance.payee where user_id = ${caller.userId} and id in ${merged}`);
      await tx.execute(sql`update finance.payee set aliases = ${texts(aliases)} where id = ${into}`);
      const names = gone.map((row) => row.key);
      await followPayees(tx, caller.userId, names, kept.name);
      await this.acts.name(tx, act, `Merge ${payees(gone.length)} into ${kept.name}`);
      return { payee: shown(await this.row(tx, into)), merged: gone.length, moved: moved.rows.length };
    });
  }

  /** Payees that no transaction has; those that one has stay. */
  async removeUnused(caller: Caller, { ids }: PayeeDeletion): Promise<PayeesDeleted> {
    return this.acts.run(caller, "payee", "Delete payees", async (tx, act) => {
      const named = ids
        ? sql`and p.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
        : sql``;
      const { rows } = await tx.execute<{ name: string }>(sql`
        delete from finance.payee p where p.user_id = ${caller.userId} and ${isUnused} ${named} returning p.name`);
      const [only] = rows;
      await this.acts.name(tx, act, `Delete ${rows.length === 1 ? `the payee ${only!.name}` : payees(rows.length)}`);
      return { deleted: rows.length, skipped: ids ? new Set(ids).size - rows.length : 0 };
    });
  }

  private async row(tx: Tx, id: string): Promise<PayeeRow> {
    const { rows } = await tx.execute<PayeeRow>(payeeRows(sql`p.id = ${id}`, 1));
    if (!rows[0]) throw problem(payeeNotFound);
    return rows[0];
  }

  private async checkFree(tx: Tx, caller: Caller, id: string, keys: string[]): Promise<void> {
    const { rows } = await tx.execute<{ key: string }>(sql`
      select w.key from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as w(key)
        join finance.payee p on p.user_id = ${caller.userId} and p.id <> ${id}
          and (p.key = w.key or p.aliases @> array[w.key])`);
    if (rows[0]) throw problem(nameTaken, { thing: "payee", name: rows[0].key });
  }
}

const payees = (count: number) => `${count} ${count === 1 ? "payee" : "payees"}`;

/** An array of texts as a parameter. */
const texts = (all: Iterable<string>): SQL =>
  sql`(select coalesce(array_agg(a), '{}') from jsonb_array_elements_text(${JSON.stringify([...all])}::jsonb) a)`;
