import { AsyncLocalStorage } from "node:async_hooks";

/** Work that nobody waits for at a page: it lets people go first where there is one connection for all. */
export const inBackground = new AsyncLocalStorage<true>();

/** Ms that the running work has waited for its turns. */
const waited = new AsyncLocalStorage<{ ms: number }>();

/** Runs work. @returns how long it took, ms, without what it waited for its turns at the one connection */
export async function busyMs(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  const waiting = { ms: 0 };
  await waited.run(waiting, work);
  return performance.now() - began - waiting.ms;
}

/** Turns of people after which the background has one, however many people wait. */
export const MAX_PASSED = 20;

type Wake = () => void;

/**
 * Who has the one connection next: people in their order, then the background in its order. The background never waits
 * for more than MAX_PASSED turns.
 */
export class Turns {
  private readonly people: Wake[] = [];
  private readonly background: Wake[] = [];
  private taken = false;
  private passed = 0;

  /** Resolves when it is this one's turn. @returns what ends it */
  async take(): Promise<() => void> {
    if (this.taken) {
      const waiting = inBackground.getStore() ? this.background : this.people;
      const began = performance.now();
      await new Promise<void>((wake) => waiting.push(wake));
      const own = waited.getStore();
      if (own) own.ms += performance.now() - began;
    }
    this.taken = true;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.next();
    };
  }

  private next(): void {
    const isBackground = this.background.length > 0 && (!this.people.length || this.passed >= MAX_PASSED);
    const wake = (isBackground ? this.background : this.people).shift();
    this.passed = isBackground || !this.background.length ? 0 : this.passed + 1;
    // Stays taken: nobody may come between.
    if (wake) wake();
    else this.taken = false;
  }
}
