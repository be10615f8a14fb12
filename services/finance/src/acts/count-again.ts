import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

/** An act is not undone any more, and may be undone again; what it had undone itself is undone again, and so on. */
export async function countAgain(tx: Tx, act: string | null): Promise<void> {
  let undoneBy: string | null = null;
  for (let at = act; at; ) {
    const { rows } = await tx.execute<{ undoes: string | null }>(
      sql`update finance.act set undone_by = ${undoneBy}::uuid where id = ${at} returning undoes`,
    );
    undoneBy = undoneBy ? null : at;
    at = rows[0]?.undoes ?? null;
  }
}
