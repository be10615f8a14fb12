import type { Database } from "../database/database.ts";

/** A file of an export that is written for it. */
export interface ExportedDocument {
  /** Below the folder of its service. */
  path: string;
  content: string;
}

export interface DocumentTarget {
  database: Database;
  userId: string;
  /** Where a stored file stands in the export, below the folder of its service. */
  placeOf: (fileKey: string, name: string) => string;
}

export type WriteDocuments = (target: DocumentTarget) => AsyncIterable<ExportedDocument>;
