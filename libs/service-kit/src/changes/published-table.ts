import pg from "pg";

/** A table whose changes its owners may listen to live (realtime's postgres_changes). */
export interface PublishedTable {
  table: string;
  /** The column that names a row; of what a row was before, listeners learn this alone. */
  key: string;
  /** The column with the id of the person who may see the row: the one its row-level security compares. */
  owner: string;
  /** What listeners are sent, key and owner included. Leave out what is large: pages fetch it when they show it. At most 50. */
  columns: string[];
}

/** The kit's own tables that are published: a job's data and log are fetched when they are shown. */
export const KIT_PUBLISHED: PublishedTable[] = [
  { table: "job", key: "id", owner: "user_id", columns: ["id", "user_id", "queue", "title", "state", "done", "total", "item_id"] },
];

/** Channel that hears of transactions with changes. */
export const CHANGE_CHANNEL = "kit_change";

/**
 * The triggers that write a table's changes for those who listen (kit.change) and notify once a transaction. One statement
 * costs one look at the leases, however many rows it changed, while nobody listens.
 */
export function publicationSql(schema: string, { table, owner, columns }: PublishedTable): string {
  const name = pg.escapeIdentifier;
  const text = pg.escapeLiteral;
  const target = `${name(schema)}.${name(table)}`;
  const run = `kit.${name(`publish_${schema}_${table}`)}`;
  const record = columns.map((column) => `${text(column)}, r.${name(column)}`).join(", ");
  const insert = (rows: string) => `insert into kit.change (schema_name, table_name, type, user_id, record)
      select ${text(schema)}, ${text(table)}, tg_op, r.${name(owner)}, jsonb_build_object(${record}) from ${rows} r
      where exists (select from kit.change_listener l where l.schema_name = ${text(schema)} and l.table_name = ${text(table)}
        and l.user_key in (r.${name(owner)}::text, '*') and l.expires_at > now())`;
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
