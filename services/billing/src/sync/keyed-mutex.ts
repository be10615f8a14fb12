/**
 * Work of the same key one after another. A caller that asks while the same work waits for its turn gets that one's
 * result.
 */
export class KeyedMutex<T> {
  private readonly running = new Map<string, Promise<unknown>>();
  private readonly waiting = new Map<string, Promise<T>>();

  take(key: string, work: () => Promise<T>): Promise<T> {
    const waits = this.waiting.get(key);
    if (waits) return waits;
    const before = this.running.get(key);
    if (!before) return this.begin(key, work);
    const next = before.then(
      () => this.follow(key, work),
      () => this.follow(key, work),
    );
    this.waiting.set(key, next);
    return next;
  }

  private follow(key: string, work: () => Promise<T>): Promise<T> {
    this.waiting.delete(key);
    return this.begin(key, work);
  }

  private begin(key: string, work: () => Promise<T>): Promise<T> {
    const turn = work().finally(() => {
      if (this.running.get(key) === turn) this.running.delete(key);
    });
    this.running.set(key, turn);
    return turn;
  }
}
