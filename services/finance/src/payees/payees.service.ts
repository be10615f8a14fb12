import { Injectable } from "@nestjs/common";
import type { Payee, PayeeChanged, PayeeList, PayeePatch, PayeeQuery } from "@tessera/contracts-finance/payees.ts";
import { nameTaken, payeeNotFound } from "@tessera/contracts-finance/problems.ts";
import { type Caller, Database, problem, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { Acts } from "../acts/acts.ts";
import { checkVersion } from "../http/if-match.ts";
import { containing } from "../http/like.ts";
import { payeeKey } from "./payee-key.ts";

interface PayeeRow extends Record<string, unknown> {
  id: string;
  name: string;
  key: string;
  aliases: string[];
  version: number;
  transactions: number;
}

const payeeRows = (condition: SQL, limit: number): SQL => sql`
  select p.id, p.name, p.key, p.aliases, p.version, coalesce(t.count, 0)::int as transactions
  from finance.payee p left join lateral (
    select count(*) as count from finance.transaction where user_id = p.user_id and payee_id = p.id
  ) t on true
  where ${condition} order by t.count desc, p.key, p.id limit ${limit}`;

const shown = ({ id, name, aliases, transactions, version }: PayeeRow): Payee => ({
  ...{ id, name, aliases, transactions, version },
});

@Injectable()
export class PayeesService {
  constructor(
    private readonly database: Database,
    private readonly acts: Acts,
  ) {}

  async list(caller: Caller, { q, limit }: z.output<typeof PayeeQuery>): Promise<PayeeList> {
    const like = containing(payeeKey(q ?? ""));
    const matching = q
      ? sql`and (p.key like ${like} or exists (select from unnest(p.aliases) a where a like ${like}))`
      : sql``;
    const { rows } = await this.database.read<PayeeRow>(
      caller,
      payeeRows(sql`p.user_id = ${caller.userId} ${matching}`, limit),
    );
    return { items: rows.map(shown) };
  }

  /**
   * A payee that is renamed keeps its old name as an alias: the bank goes on writing that.
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
          aliases = (select coalesce(array_agg(a), '{}') from jsonb_array_elements_text(
            ${JSON.stringify([...aliases])}::jsonb) a)
        where id = ${id}`);
      await this.acts.name(tx, act, `Change the payee ${name}`);
      return { payee: shown(await this.row(tx, id)) };
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
