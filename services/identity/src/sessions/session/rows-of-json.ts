import { getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/** A row that a statement gave as JSON (`to_jsonb`), with the types of the table's columns. */
export function rowOfJson<T extends PgTable>(table: T, json: Record<string, unknown>): T["$inferSelect"] {
  const columns = Object.entries(getTableColumns(table));
  return Object.fromEntries(
    columns.map(([key, column]) => {
      const value = json[column.name] ?? null;
      return [key, value === null ? null : column.mapFromDriverValue(value)];
    }),
  ) as T["$inferSelect"];
}
