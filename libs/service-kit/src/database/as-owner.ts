import { sql } from "drizzle-orm";
import type { Tx } from "./database.ts";

/**
 * Runs a write of the kit itself (a job, an event) inside a caller's transaction: the caller's role has no rights on
 * those tables. Only for the kit; a service's own work stays under row-level security.
 */
export async function asOwner<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const { rows } = await tx.execute<{ role: string }>(sql`select current_setting('role') as role`);
  const role = rows[0]!.role;
  if (role === "none") return work();
  await tx.execute(sql`select set_config('role', 'none', true)`);
  const result = await work();
  await tx.execute(sql`select set_config('role', ${role}, true)`);
  return result;
}
