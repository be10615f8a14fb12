const shortest = 2_000;
export const LONGEST_POLL_MS = 15_000;

/**
 * Poll interval in ms by how long (ms) nothing has changed: from 2 s growing to 15 s,
 * so that a moving job is followed closely and an idle one costs little.
 */
export const pollDelay = (unchangedFor: number) => Math.min(LONGEST_POLL_MS, Math.max(shortest, unchangedFor / 4));
