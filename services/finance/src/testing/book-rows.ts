import { sql } from "drizzle-orm";
import type { FinanceWorld } from "./finance-world.ts";

const TABLES = [
  ...["account", "category", "payee", "transaction", "split", "transfer"],
  ...["month_sum", "payee_sum", "month_total"],
];

/** All rows of a person's books but their versions, which grow, by table. */
export function bookRows(world: FinanceWorld, userId: string): Promise<Record<string, string[]>> {
  return world.database.of("finance").as({ userId }, async (tx) => {
    const all: Record<string, string[]> = {};
    for (const table of TABLES) {
      const { rows } = await tx.execute<{ row: string }>(
        sql`select (to_jsonb(t) - 'version')::text as row from ${sql.raw(`finance.${table}`)} t order by 1`,
      );
      all[table] = rows.map(({ row }) => row);
    }
    return all;
  });
}
