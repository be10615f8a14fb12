/** Longest that work waits for the page to be idle, in ms. */
const MAX_IDLE_WAIT = 500;

/**
 * Work that can wait until nobody types and the page is idle: between a key and the frame that shows its letter nothing
 * else is done.
 */
export class IdleTask {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private idle: number | undefined;
  /** When the work was asked for first since it was done. */
  private since: number | null = null;

  /**
   * @param pause in what asks for it, after which it is done, in ms
   * @param maxWait until it waits for the page alone, however often it is asked for, in ms
   */
  constructor(
    private readonly run: () => void,
    private readonly pause: number,
    private readonly maxWait: number,
  ) {}

  soon(): void {
    if (this.idle !== undefined) return;
    const now = performance.now();
    this.since ??= now;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.whenIdle(), Math.max(0, Math.min(this.pause, this.since + this.maxWait - now)));
  }

  /** @returns whether it waited */
  cancel(): boolean {
    const waited = this.since !== null;
    clearTimeout(this.timer);
    if (this.idle !== undefined) cancelIdleCallback(this.idle);
    this.idle = undefined;
    this.since = null;
    return waited;
  }

  private whenIdle(): void {
    const run = () => {
      this.cancel();
      this.run();
    };
    // Safari has no idle callbacks.
    if ("requestIdleCallback" in window) this.idle = requestIdleCallback(run, { timeout: MAX_IDLE_WAIT });
    else run();
  }
}
