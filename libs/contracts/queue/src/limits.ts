// Limits of requests to the queue. Apart from the schemas: pages carry no zod for them.

/** Entries or jobs that one request decides on, retries, cancels or removes. */
export const MAX_BULK_ROWS = 200;
/** Longest comment on a decision, in characters. */
export const MAX_COMMENT_LENGTH = 1000;
/** Longest search, in characters. */
export const MAX_SEARCH_LENGTH = 200;
/** Longest name of a kind of jobs, in characters. */
export const MAX_QUEUE_LENGTH = 200;
/** Longest name of a saved filter, in characters. */
export const MAX_FILTER_NAME_LENGTH = 60;
/** Filters that a person may save. */
export const MAX_SAVED_FILTERS = 50;
/** Jobs of one kind that wait for a person before another that they ask for is refused. */
export const MAX_WAITING_JOBS = 100;
