/**
 * What a service says of one of its tables. From it the kit derives the live changes that owners may listen to, the erasure of
 * an account and the purge of what is old; at the start it checks that nobody reads another person's rows and that no table
 * with people's rows was forgotten (check-tables.ts).
 */
export interface TableDeclaration {
  table: string;
  /** Whose the rows are; null: nobody's. */
  personal: PersonalRows | null;
  /** Changes that owners may listen to (realtime's postgres_changes). */
  live?: LiveRows;
  /** How long rows are kept; without it until their owner's account or their service deletes them. */
  keep?: Retention;
}

/** How rows are bound to a person. */
export type PersonalRows =
  | {
      /** The column with the person's id (uuid or text): the one that row-level security compares. */
      owner: string;
      /** Columns to be set to their default when the account goes, where the row has to stay. The row is deleted without them. */
      clear?: string[];
      /** The rows say that the account ended, so they stay until `keep` purges them. */
      outlives?: true;
    }
  | {
      /** The personal table that these rows go with, by a foreign key that deletes them. */
      with: string;
    };

export interface LiveRows {
  /** The column that names a row; of what a row was before, listeners learn this alone. */
  key: string;
  /** What listeners are sent, key and owner included. Leave out what is large: pages fetch it when they show it. At most 50. */
  columns: string[];
}

export interface Retention {
  /** The time (timestamptz) from which the days count; rows where it is null are kept. */
  since: string;
  days: number;
}

/** A declared table with the schema of its service. */
export interface DeclaredTable extends TableDeclaration {
  schema: string;
}

/** Tables of the kit itself, and how long they hold what they hold. */
export const kitTables: DeclaredTable[] = [
  {
    schema: "kit",
    table: "job",
    personal: { owner: "user_id" },
    // A job's data and log are fetched when they are shown.
    live: { key: "id", columns: ["id", "user_id", "queue", "title", "state", "done", "total", "item_id"] },
    keep: { since: "finished_at", days: 30 },
  },
  { schema: "kit", table: "answer", personal: { owner: "user_id" }, keep: { since: "created_at", days: 1 } },
  { schema: "kit", table: "ended_session", personal: { owner: "user_id", outlives: true }, keep: { since: "at", days: 1 } },
  { schema: "kit", table: "change", personal: { owner: "user_id" }, keep: { since: "at", days: 1 } },
  { schema: "kit", table: "change_listener", personal: { owner: "user_key" }, keep: { since: "expires_at", days: 1 } },
  { schema: "kit", table: "rate_limit", personal: null, keep: { since: "whole_at", days: 1 } },
];

/** Declared tables of these services, in the order in which rows are erased; the kit's last, as triggers may write there. */
export const declaredTables = (services: { schema: string; tables?: TableDeclaration[] }[]): DeclaredTable[] => [
  ...services.flatMap(({ schema, tables = [] }) => tables.map((table) => ({ ...table, schema }))),
  ...kitTables,
];
