/** Lets a number of pieces of work run at once; the others wait in the order they came. */
export class AtOnce {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly max: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.max) this.running += 1;
    else await new Promise<void>((begin) => this.waiting.push(begin));
    try {
      return await work();
    } finally {
      // The place is handed on: nobody may come between.
      const begin = this.waiting.shift();
      if (begin) begin();
      else this.running -= 1;
    }
  }
}
