import { setTimeout } from "node:timers/promises";

/** Lets work begin at most so often, at even intervals: a comparison must not use up what the provider allows. */
export class Pace {
  private next = 0;

  /** @param intervalMs between two beginnings; 0: no limit */
  constructor(
    private readonly intervalMs: number,
    private readonly now: () => number = () => performance.now(),
    private readonly wait: (ms: number) => Promise<unknown> = (ms) => setTimeout(ms),
  ) {}

  async turn(): Promise<void> {
    const now = this.now();
    const at = Math.max(now, this.next);
    this.next = at + this.intervalMs;
    if (at > now) await this.wait(at - now);
  }
}
