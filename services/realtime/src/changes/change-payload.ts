import type { Change } from "@tessera/service-kit";

/**
 * A change as supabase-js reads it. Of what a row was, only its key: the rest may have been hidden from the listener.
 */
export function changePayload({ table, type, at, record }: Change, ids: number[], select: string[] | null) {
  const shown = (name: string) => !select || select.includes(name) || name === table.key;
  const key = { [table.key]: record[table.key] };
  return {
    ids,
    data: {
      type,
      schema: table.schema,
      table: table.table,
      commit_timestamp: at.toISOString(),
      columns: table.columns.filter((column) => shown(column.name)),
      ...(type === "DELETE"
        ? {}
        : { record: Object.fromEntries(Object.entries(record).filter(([name]) => shown(name))) }),
      ...(type === "INSERT" ? {} : { old_record: key }),
      errors: null,
    },
  };
}
