/** Queue of the jobs that run imports: pages follow an import by the changes of its job. */
export const IMPORT_QUEUE = "items.import";
