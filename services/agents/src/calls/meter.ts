import type { Prices } from "@tessera/contracts-agents/models.ts";
import type { CallUsage } from "@tessera/contracts-agents/prompts.ts";
import { costOf, type Tokens } from "./cost.ts";

/** Times and counts one call, from now on. */
export class Meter {
  private readonly began = performance.now();
  private firstTokenMs: number | null = null;
  private totalMs: number | null = null;
  private tokens: Tokens = { input: null, cached: null, output: null };

  constructor(private readonly prices: Prices) {}

  /** A piece of the answer came. */
  piece(): void {
    this.firstTokenMs ??= this.passed();
  }

  count(tokens: Tokens): void {
    this.tokens = tokens;
  }

  /** What the call took; time stands still from the first time that this is asked. */
  usage(): CallUsage {
    this.totalMs ??= this.passed();
    const { input, cached, output } = this.tokens;
    return {
      inputTokens: input,
      cachedTokens: cached,
      outputTokens: output,
      costMicros: costOf(this.tokens, this.prices),
      firstTokenMs: this.firstTokenMs,
      totalMs: this.totalMs,
    };
  }

  private passed = () => Math.round(performance.now() - this.began);
}
