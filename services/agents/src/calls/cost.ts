import type { Prices } from "@tessera/contracts-agents/models.ts";

/** Tokens of one call; null: the provider did not say. */
export interface Tokens {
  input: number | null;
  /** Part of the input that the provider had kept. */
  cached: number | null;
  output: number | null;
}

/** Tokens that a price is for. */
const PER = 1_000_000n;

/**
 * What a call costs in micro-dollars, rounded half up; cached tokens without a price of their own cost as others do.
 * @returns null when a price or a number of tokens is unknown
 */
export function costOf({ input, cached, output }: Tokens, prices: Prices): number | null {
  if (input === null || output === null || prices.input === null || prices.output === null) return null;
  const kept = Math.min(cached ?? 0, input);
  const sum =
    BigInt(input - kept) * BigInt(prices.input) +
    BigInt(kept) * BigInt(prices.cached ?? prices.input) +
    BigInt(output) * BigInt(prices.output);
  return Number((sum + PER / 2n) / PER);
}
