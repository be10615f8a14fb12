import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import { fromDrizzle } from "pg-boss";
import type { Tx } from "./database.ts";
import type { Statement } from "./flush.ts";
import { AS_OWNER, literally, type Transaction } from "./transaction.ts";

const dialect = new PgDialect();

/** The role that a transaction has at the moment, "none" for the owner's, and what its statements go through. */
interface Acting {
  transaction: Transaction;
  role: string;
}

/** Savepoints have handles of their own, which are not here. */
const acting = new WeakMap<Tx, Acting>();

export function begins(tx: Tx, as: Acting): void {
  acting.set(tx, as);
}

/**
 * Runs a write of the kit itself (a job, an event) inside a caller's transaction: the caller's role has no rights on
 * those tables. Only for the kit; a service's own work stays under row-level security.
 */
export async function asOwner<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const known = acting.get(tx);
  const role = known?.role ?? (await roleOf(tx));
  if (role === "none") return work();
  await tx.execute(sql`select set_config('role', 'none', true)`);
  if (known) known.role = "none";
  try {
    const result = await work();
    await tx.execute(sql`select set_config('role', ${role}, true)`);
    return result;
  } finally {
    if (known) known.role = role;
  }
}

/**
 * Runs a statement of the kit itself as `asOwner` does, in one round trip.
 * @param before statements that go along, and run first
 */
export async function statementAsOwner(
  tx: Tx,
  { text, values }: { text: string; values?: unknown[] },
  before: readonly SQL[] = [],
): Promise<{ rows: unknown[] }> {
  const known = acting.get(tx);
  if (!known)
    return asOwner(tx, async () => {
      for (const statement of before) await tx.execute(statement);
      return fromDrizzle(tx, sql).executeSql(text, values);
    });
  const { transaction, role } = known;
  const back = role === "none" ? [] : [literally(`set local role ${pg.escapeIdentifier(role)}`)];
  return transaction.query({ text }, values ?? [], {
    before: [...(role === "none" ? [] : [AS_OWNER]), ...before.map(compiled)],
    after: back,
  }) as Promise<pg.QueryResult>;
}

function compiled(statement: SQL): Statement {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return { text, values: params, literal: params.length ? null : text };
}

async function roleOf(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ role: string }>(sql`select current_setting('role') as role`);
  return rows[0]!.role;
}
