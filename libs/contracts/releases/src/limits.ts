/** Longest reason of an act, in characters. */
export const MAX_REASON_LENGTH = 500;
/** Most people and domains that a flag names. */
export const MAX_FLAG_PEOPLE = 200;
