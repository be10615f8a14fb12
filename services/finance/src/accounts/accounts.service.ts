import { Injectable } from "@nestjs/common";
import type { AccountChanged, AccountList, AccountPatch, NewAccount } from "@tessera/contracts-finance/accounts.ts";
import { accounts } from "@tessera/contracts-finance/entitlements.ts";
import { accountNotFound, nameTaken } from "@tessera/contracts-finance/problems.ts";
import { type Caller, Clock, Database, problem, reached, SubscriptionGate, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { Acts } from "../acts/acts.ts";
import { checkVersion } from "../http/if-match.ts";
import { type AccountRow, accountRows, shownAccount } from "./account-row.ts";

@Injectable()
export class AccountsService {
  constructor(
    private readonly database: Database,
    private readonly acts: Acts,
    private readonly gate: SubscriptionGate,
    private readonly clock: Clock,
  ) {}

  async list(caller: Caller): Promise<AccountList> {
    const { rows } = await this.database.read<AccountRow>(caller, accountRows(sql`a.user_id = ${caller.userId}`));
    return { items: rows.map(shownAccount) };
  }

  /** @throws ProblemException 402 `plan_limit_reached`, `not_in_plan`, 409 `name_taken`, with nothing written */
  async create(caller: Caller, account: z.output<typeof NewAccount>): Promise<AccountChanged> {
    const { name, kind, currency, number, opening } = account;
    return this.gate.within(caller, accounts, (limit) =>
      this.acts.run(caller, "account", `Add the account ${name}`, async (tx) => {
        const { rows } = await tx.execute<{ count: number }>(sql`
          select count(*)::int as count from finance.account where user_id = ${caller.userId}`);
        if (limit !== null && rows[0]!.count >= limit) throw reached(accounts, limit);
        await this.checkName(tx, caller, name, null);
        const added = await tx.execute<{ id: string }>(sql`
          insert into finance.account (user_id, name, kind, currency, number, opening, created_at)
          values (${caller.userId}, ${name}, ${kind}, ${currency}, ${number}, ${opening},
            ${this.clock.now().toISOString()}) returning id`);
        return { account: await this.shown(tx, added.rows[0]!.id) };
      }),
    );
  }

  /** @throws ProblemException 404, 409 `name_taken`, 412 `version_conflict` */
  async change(
    caller: Caller,
    id: string,
    version: number | "any",
    patch: z.output<typeof AccountPatch>,
  ): Promise<AccountChanged> {
    return this.acts.run(caller, "account", "Change an account", async (tx, act) => {
      const row = await this.row(tx, id);
      checkVersion(version, row.version);
      if (patch.name !== undefined) await this.checkName(tx, caller, patch.name, id);
      const next = { ...row, ...patch };
      await tx.execute(sql`
        update finance.account set name = ${next.name}, kind = ${next.kind}, number = ${next.number},
          opening = ${next.opening}, closed = ${next.closed} where id = ${id}`);
      await this.acts.name(tx, act, `Change the account ${next.name}`);
      return { account: await this.shown(tx, id) };
    });
  }

  /** With all its transactions. @throws ProblemException 404, 412 `version_conflict` */
  async remove(caller: Caller, id: string, version: number | "any"): Promise<{ act: string }> {
    return this.acts.run(caller, "account", "Delete an account", async (tx, act) => {
      const row = await this.row(tx, id);
      checkVersion(version, row.version);
      await tx.execute(sql`delete from finance.account where id = ${id}`);
      await this.acts.name(tx, act, `Delete the account ${row.name}`);
      return {};
    });
  }

  /** @throws ProblemException 404 `account_not_found` */
  async row(tx: Tx, id: string): Promise<AccountRow> {
    const { rows } = await tx.execute<AccountRow>(accountRows(sql`a.id = ${id}`));
    if (!rows[0]) throw problem(accountNotFound);
    return rows[0];
  }

  private async shown(tx: Tx, id: string) {
    return shownAccount(await this.row(tx, id));
  }

  private async checkName(tx: Tx, caller: Caller, name: string, but: string | null): Promise<void> {
    const { rows } = await tx.execute(sql`
      select from finance.account where user_id = ${caller.userId} and lower(name) = lower(${name})
        and id is distinct from ${but}::uuid`);
    if (rows.length)
      throw problem(nameTaken, { thing: "account", name }, { errors: [{ path: "/name", message: "is taken" }] });
  }
}
