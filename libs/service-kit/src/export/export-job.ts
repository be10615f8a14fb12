/** What jobs and events of an export carry. */
export interface ExportJob {
  exportId: string;
  userId: string;
}

/** Folder of the file store with one folder a person in it, of their exports; erased with the account. */
export const EXPORTS_FOLDER = "exports";
