/** A queue in which each person waits only behind one entry of every other person. */
export class FairQueue<T> {
  private readonly waiting = new Map<string, T[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(person: string, entry: T): void {
    const own = this.waiting.get(person);
    if (own) own.push(entry);
    else this.waiting.set(person, [entry]);
    this.count += 1;
  }

  /** The next one; its person goes behind all others. */
  take(): T | undefined {
    const [first] = this.waiting;
    if (!first) return undefined;
    const [person, own] = first;
    const entry = own.shift();
    this.waiting.delete(person);
    if (own.length) this.waiting.set(person, own);
    this.count -= 1;
    return entry;
  }

  remove(person: string, entry: T): void {
    const own = this.waiting.get(person);
    const at = own?.indexOf(entry) ?? -1;
    if (!own || at < 0) return;
    own.splice(at, 1);
    if (!own.length) this.waiting.delete(person);
    this.count -= 1;
  }
}
