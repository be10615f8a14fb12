/** Longest reason of an act, in characters. */
export const MAX_REASON_LENGTH = 500;
