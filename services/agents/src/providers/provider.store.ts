import { Injectable } from "@nestjs/common";
import type { Provider, ProviderKind } from "@tessera/contracts-agents/providers.ts";
import type { Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { Sealed } from "../secret/keyring.ts";

/** A row of agents.provider as the driver gives it (times as text), with the number of its models. */
export interface ProviderRow extends Record<string, unknown> {
  id: string;
  name: string;
  kind: ProviderKind;
  base_url: string;
  sealed_key: Buffer | null;
  key_id: string | null;
  models: number;
  checked_at: string | null;
  failure: string | null;
  created_at: string;
}

const COLUMNS = sql.raw(
  "id, name, kind, base_url, sealed_key, key_id, checked_at, failure, created_at, " +
    "(select count(*)::int from agents.model where provider_id = provider.id) as models",
);

@Injectable()
export class ProviderStore {
  /** Until the transaction ends, no other one of this person gets past here. */
  async lock(tx: Tx, userId: string): Promise<void> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`agents.provider ${userId}`}, 0))`);
  }

  async list(tx: Tx, userId: string): Promise<ProviderRow[]> {
    const { rows } = await tx.execute<ProviderRow>(
      sql`select ${COLUMNS} from agents.provider where user_id = ${userId} order by created_at, id`,
    );
    return rows;
  }

  /** Ids in the order in which they were added. */
  async ids(tx: Tx, userId: string): Promise<string[]> {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from agents.provider where user_id = ${userId} order by created_at, id`,
    );
    return rows.map(({ id }) => id);
  }

  async get(tx: Tx, userId: string, id: string): Promise<ProviderRow | undefined> {
    const { rows } = await tx.execute<ProviderRow>(
      sql`select ${COLUMNS} from agents.provider where user_id = ${userId} and id = ${id}`,
    );
    return rows[0];
  }

  /** @returns false when the person has a provider of that name already */
  async insert(
    tx: Tx,
    userId: string,
    row: { id: string; name: string; kind: ProviderKind; baseUrl: string; sealed: Sealed | null; now: Date },
  ): Promise<boolean> {
    const { rows } = await tx.execute(sql`
      insert into agents.provider (id, user_id, name, kind, base_url, sealed_key, key_id, created_at)
      values (${row.id}, ${userId}, ${row.name}, ${row.kind}, ${row.baseUrl}, ${row.sealed?.bytes ?? null},
              ${row.sealed?.keyId ?? null}, ${row.now.toISOString()})
      on conflict do nothing returning id`);
    return rows.length > 0;
  }

  /** @returns whether another provider of the person has that name */
  async hasName(tx: Tx, userId: string, name: string, except: string): Promise<boolean> {
    const { rows } = await tx.execute(sql`
      select 1 from agents.provider where user_id = ${userId} and lower(name) = lower(${name}) and id <> ${except}`);
    return rows.length > 0;
  }

  /** `sealed`: another key, null for none, undefined to leave it. What was tried before counts no more. */
  async change(
    tx: Tx,
    userId: string,
    id: string,
    change: { name?: string; baseUrl?: string; sealed?: Sealed | null },
  ): Promise<void> {
    const sets: SQL[] = [];
    if (change.name !== undefined) sets.push(sql`name = ${change.name}`);
    if (change.baseUrl !== undefined) sets.push(sql`base_url = ${change.baseUrl}`);
    if (change.sealed !== undefined)
      sets.push(sql`sealed_key = ${change.sealed?.bytes ?? null}, key_id = ${change.sealed?.keyId ?? null}`);
    if (change.baseUrl !== undefined || change.sealed !== undefined) sets.push(sql`checked_at = null, failure = null`);
    if (!sets.length) return;
    await tx.execute(
      sql`update agents.provider set ${sql.join(sets, sql`, `)} where user_id = ${userId} and id = ${id}`,
    );
  }

  async checked(tx: Tx, userId: string, id: string, at: Date, failure: string | null): Promise<void> {
    await tx.execute(sql`
      update agents.provider set checked_at = ${at.toISOString()}, failure = ${failure}
      where user_id = ${userId} and id = ${id}`);
  }

  /** @returns whether there was one */
  async remove(tx: Tx, userId: string, id: string): Promise<boolean> {
    const { rows } = await tx.execute(
      sql`delete from agents.provider where user_id = ${userId} and id = ${id} returning id`,
    );
    return rows.length > 0;
  }
}

export const shownProvider = (row: ProviderRow): Provider => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  baseUrl: row.base_url,
  hasKey: row.key_id !== null,
  models: row.models,
  checkedAt: row.checked_at && new Date(row.checked_at).toISOString(),
  failure: row.failure,
  createdAt: new Date(row.created_at).toISOString(),
});
