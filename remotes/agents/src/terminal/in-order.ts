/** Text that is written in the order in which it was added, also when some of it comes later. */
export class InOrder {
  /** What waits, the oldest first; others wait behind it. */
  private waiting: { ready: string | null }[] = [];

  constructor(private readonly write: (text: string) => void) {}

  add(text: string | Promise<string>): void {
    const { waiting } = this;
    const turn = { ready: typeof text === "string" ? text : null };
    waiting.push(turn);
    if (typeof text === "string") this.flush();
    else
      void text.then((ready) => {
        turn.ready = ready;
        // Dropped meanwhile: other text has begun.
        if (this.waiting === waiting) this.flush();
      });
  }

  /** What has not been written yet never will be. */
  drop(): void {
    this.waiting = [];
  }

  private flush(): void {
    while (this.waiting[0] && this.waiting[0].ready !== null) this.write(this.waiting.shift()!.ready!);
  }
}
