/** Longest name of a saved search, in characters. */
export const MAX_SAVED_NAME = 60;
/** Saved searches of one person. */
export const MAX_SAVED_SEARCHES = 100;
/** Newest matches that facets count. */
export const MAX_FACETED = 10_000;
