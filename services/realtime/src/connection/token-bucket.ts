/** A bucket of tokens: `perSecond` on average, `burst` at once. */
export class TokenBucket {
  private left: number;
  private at: number;
  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    /** Milliseconds since 1970. */
    now: number,
  ) {
    this.left = burst;
    this.at = now;
  }

  /** @returns whether one more is allowed */
  take(now: number): boolean {
    this.left = Math.min(this.burst, this.left + (Math.max(0, now - this.at) / 1000) * this.perSecond);
    this.at = now;
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }
}
