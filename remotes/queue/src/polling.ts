const shortest = 2_000;
export const LONGEST_POLL_MS = 15_000;

/**
 * Wait in ms before asking again, given for how long (ms) nothing has changed: from 2 s growing to 15 s,
 * so that a job that moves is followed closely and one that stands still costs little.
 */
export const pollDelay = (unchangedFor: number) => Math.min(LONGEST_POLL_MS, Math.max(shortest, unchangedFor / 4));
