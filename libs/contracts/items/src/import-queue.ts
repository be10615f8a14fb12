/** Queue of the jobs that run imports: pages follow an import by the changes of its job. */
export const IMPORT_QUEUE = "items.import";
/** Queue of the jobs that undo one, and of those that fetch readable copies of its pages. */
export const UNDO_QUEUE = "items.undo-import";
export const COPIES_QUEUE = "items.fetch-copies";
