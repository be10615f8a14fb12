import pg from "pg";
import type { DeclaredTable, LiveRows } from "../tables/table-declaration.ts";

/** A table whose changes its owners, or administrators, may listen to live (realtime's postgres_changes). */
export interface PublishedTable extends LiveRows {
  table: string;
  /**
   * The column with the id of the person who may see the row: the one its row-level security compares. Null: the rows
   * are nobody's.
   */
  owner: string | null;
}

/** Stands for all administrators where changes name the person they are for; no account has this id. */
export const ADMINISTRATORS_KEY = "00000000-0000-4000-8000-00000000ad00";

/** Those of the declared tables that are live. */
export const publishedTables = (tables: DeclaredTable[]): { schema: string; table: PublishedTable }[] =>
  tables.flatMap(({ schema, table, personal, live }) => {
    const owner = personal && "owner" in personal ? personal.owner : null;
    return live && (owner !== null || (live.to && !personal)) ? [{ schema, table: { table, owner, ...live } }] : [];
  });

/** Channel that hears of transactions with changes. */
export const CHANGE_CHANNEL = "kit_change";

/**
 * The triggers that write a table's changes for those who listen (kit.change) and notify once a transaction. One
 * statement costs one look at the leases, however many rows it changed, while nobody listens.
 */
export function publicationSql(schema: string, { table, owner, columns }: PublishedTable): string {
  const name = pg.escapeIdentifier;
  const text = pg.escapeLiteral;
  const target = `${name(schema)}.${name(table)}`;
  const run = `kit.${name(`publish_${schema}_${table}`)}`;
  const record = columns.map((column) => `${text(column)}, r.${name(column)}`).join(", ");
  const reader = owner === null ? `${text(ADMINISTRATORS_KEY)}::uuid` : `r.${name(owner)}`;
  const insert = (rows: string) => `insert into kit.change (schema_name, table_name, type, user_id, record)
      select ${text(schema)}, ${text(table)}, tg_op, ${reader}, jsonb_build_object(${record}) from ${rows} r
      where exists (select from kit.change_listener l where l.schema_name = ${text(schema)} and l.table_name = ${text(table)}
        and l.user_key in (${reader}::text, '*') and l.expires_at > now())`;
  const trigger = (event: string, rows: string) =>
    `create or replace trigger publish_${event} after ${event} on ${target} referencing ${rows} for each statement execute function ${run}();`;
  return `
create or replace function ${run}() returns trigger language plpgsql security definer set search_path = pg_catalog set timezone = 'UTC' as $publish$
begin
  if tg_op = 'DELETE' then
    ${insert("removed")};
  else
    ${insert("added")};
  end if;
  if found then perform pg_notify(${text(CHANGE_CHANNEL)}, pg_current_xact_id()::text); end if;
  return null;
end $publish$;
${trigger("insert", "new table as added")}
${trigger("update", "new table as added")}
${trigger("delete", "old table as removed")}`;
}
