/** Ms that a batch may hold the embedded database's one session: what others wait for behind it, about. */
const TARGET_MS = 20;
export const MIN_ENTRIES = 10;
export const MAX_ENTRIES = 200;

/** How many entries an import stores in one transaction: as many as take TARGET_MS, by how long the last ones took. */
export class BatchSize {
  entries = 20;

  /** @param ms how long `count` entries held the session: waiting for people says nothing of them */
  took(count: number, ms: number): void {
    const fitting = Math.round((count * TARGET_MS) / Math.max(ms, 1));
    // Half of the way at most: one slow batch says little.
    const next = Math.min(Math.max(fitting, this.entries / 2), this.entries * 2);
    this.entries = Math.round(Math.min(Math.max(next, MIN_ENTRIES), MAX_ENTRIES));
  }
}
