// Limits of requests to the queue. Apart from the schemas: pages carry no zod for them.

/** Entries or jobs that one request decides on, retries, cancels or removes. */
export const MAX_BULK_ROWS = 200;
/** Longest search, in characters. */
export const MAX_SEARCH_LENGTH = 200;
