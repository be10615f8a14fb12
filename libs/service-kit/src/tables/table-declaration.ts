import type { WriteDocuments } from "../export/documents.ts";
import { EXPORTS_FOLDER } from "../export/export-job.ts";

/**
 * What a service says of one of its tables. From it the kit derives the live changes that owners may listen to, the
 * erasure of an account and the purge of what is old; at the start it checks that nobody reads another person's rows
 * and that no table with people's rows was forgotten (check-tables.ts).
 */
export interface TableDeclaration {
  table: string;
  /** Whose the rows are; null: nobody's. */
  personal: PersonalRows | null;
  /** Changes that owners may listen to (realtime's postgres_changes); of rows that are nobody's, administrators. */
  live?: LiveRows;
  /** How long rows are kept; without it until their owner's account or their service deletes them. */
  keep?: Retention;
  /** What the rows are, in words that the person understands: a line in the readme of their export. */
  about?: string;
  /**
   * Columns that no export shows: what proves or signs. Binary and generated columns and search vectors are left out
   * anyway.
   */
  withheld?: string[];
  /** Columns that name a file of the person: its key in the file store, and what the person calls it. */
  files?: { key: string; name: string };
}

/** How rows are bound to a person. */
export type PersonalRows =
  | {
      /** The column with the person's id (uuid or text): the one that row-level security compares. */
      owner: string;
      /**
       * Columns to be set to their default when the account goes, where the row has to stay. The row is deleted without
       * them.
       */
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
  /** Whom changes of rows that are nobody's are for; left out where rows have an owner. */
  to?: "administrators";
  /**
   * What listeners are sent, key and owner included. Leave out what is large: pages fetch it when they show it. At most
   * 50.
   */
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

/** What one schema declares: its tables, and the folders of the file store with one folder a person in each. */
export interface SchemaParts {
  schema: string;
  documents?: WriteDocuments;
  tables: DeclaredTable[];
  folders: string[];
}

/** Tables of the kit itself, and how long they hold what they hold. */
export const kitTables: DeclaredTable[] = [
  {
    schema: "kit",
    table: "job",
    personal: { owner: "user_id" },
    about: "Your background jobs of the last 30 days, with what they said.",
    // A job's data and log are fetched when they are shown.
    live: { key: "id", columns: ["id", "user_id", "queue", "title", "state", "done", "total", "item_id"] },
    keep: { since: "finished_at", days: 30 },
  },
  {
    schema: "kit",
    table: "answer",
    about: "Answers to your requests of the last day, kept so that a repeated request is not done twice.",
    personal: { owner: "user_id" },
    keep: { since: "created_at", days: 1 },
  },
  {
    schema: "kit",
    table: "ended_session",
    about: "Sessions that ended within the last day.",
    personal: { owner: "user_id", outlives: true },
    keep: { since: "at", days: 1 },
  },
  {
    schema: "kit",
    table: "change",
    about: "Changes of the last day on their way to your open pages.",
    personal: { owner: "user_id" },
    keep: { since: "at", days: 1 },
  },
  {
    schema: "kit",
    table: "change_listener",
    about: "Which of your tables your open pages follow.",
    personal: { owner: "user_key" },
    keep: { since: "expires_at", days: 1 },
  },
  {
    schema: "kit",
    table: "export",
    about: "This export.",
    personal: { owner: "user_id" },
    live: { key: "user_id", columns: ["user_id", "id", "state", "done", "total", "expires_at"] },
  },
  {
    schema: "kit",
    table: "usage",
    about: "What you used in the last 400 days, use by use: cards, storage, enrichments and what agents took.",
    personal: { owner: "user_id" },
    keep: { since: "at", days: 400 },
  },
  {
    schema: "kit",
    table: "usage_standing",
    about: "What you have used this month, and where new work stops.",
    personal: { owner: "user_id" },
  },
  {
    schema: "kit",
    table: "plan_standing",
    about: "What your plan opens for background work, and until when.",
    personal: { owner: "user_id" },
  },
  { schema: "kit", table: "rate_limit", personal: null, keep: { since: "whole_at", days: 1 } },
];

/** What each schema of these services declares, and after them the kit's own. */
export const schemaParts = (
  services: { schema: string; tables?: TableDeclaration[]; personalFolders?: string[]; documents?: WriteDocuments }[],
): SchemaParts[] => [
  ...services.map(({ schema, documents, tables = [], personalFolders = [] }) => ({
    schema,
    documents,
    tables: tables.map((table) => ({ ...table, schema })),
    folders: personalFolders,
  })),
  { schema: "kit", tables: kitTables, folders: [EXPORTS_FOLDER] },
];

/**
 * Declared tables of these services, in the order in which rows are erased; the kit's last, as triggers may write
 * there.
 */
export const declaredTables = (services: { schema: string; tables?: TableDeclaration[] }[]): DeclaredTable[] => [
  ...services.flatMap(({ schema, tables = [] }) => tables.map((table) => ({ ...table, schema }))),
  ...kitTables,
];
