import { murmur3 } from "./murmur3.ts";

/** Number of cohorts a rollout parts people into: percentages count to two decimals. */
const BUCKETS = 10_000;

/** The bucket of a subject in one rollout, 0–9999; independent between rollouts. */
export const bucketOf = (rollout: string, subject: string) => murmur3(`${rollout}:${subject}`) % BUCKETS;

/** Whether a bucket gets the candidate: 0 % is nobody, 100 % everybody, and a ramp only ever adds people. */
export const bucketIsIn = (bucket: number, percent: number) => bucket < Math.round((percent * BUCKETS) / 100);

export const isIn = (rollout: string, subject: string, percent: number) =>
  bucketIsIn(bucketOf(rollout, subject), percent);
