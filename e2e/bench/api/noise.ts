import { createHash } from "node:crypto";
import { median } from "../median.ts";

/** Spread of a fixed load above which the machine counts as noisy. */
export const NOISE_LIMIT = 0.15;
const RUNS = 12;
const BYTES = Buffer.alloc(8 * 1024 * 1024, 7);

/**
 * How much the time of a fixed load varies: the machine's own noise, below which no difference means anything.
 * @returns the distance between the second fastest and the second slowest run, as a share of the middle one
 */
export function noise(): number {
  const times = Array.from({ length: RUNS }, () => {
    const began = performance.now();
    createHash("sha256").update(BYTES).digest();
    return performance.now() - began;
  }).sort((a, b) => a - b);
  return (times.at(-2)! - times[1]!) / median(times);
}
