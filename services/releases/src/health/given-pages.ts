import { Injectable, type OnModuleDestroy } from "@nestjs/common";
import { Clock, Log } from "@tessera/service-kit";
import { type Given, ObservationStore } from "./observation.store.ts";

/** How long pages wait for company before they are written, ms. */
const BATCH_MS = 1_000;
/** Pages that may wait; beyond, they are not remembered, whichever release they have. */
const MAX_WAITING = 10_000;

/**
 * Remembers which pages were given out while a rollout runs, so that those that never report are missed. No page waits
 * for it.
 */
@Injectable()
export class GivenPages implements OnModuleDestroy {
  private waiting: Given[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: ObservationStore,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  remember(pages: Omit<Given, "at">[]): void {
    if (!pages.length || this.waiting.length >= MAX_WAITING) return;
    const at = this.clock.now().toISOString();
    this.waiting.push(...pages.map((page) => ({ ...page, at })));
    this.timer ??= setTimeout(() => void this.flush(), BATCH_MS);
  }

  /** Writes what waits. Never rejects: pages that are lost count for no release. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const pages = this.waiting;
    this.waiting = [];
    if (pages.length)
      this.writing = this.writing.then(() =>
        this.store
          .give(pages)
          .catch((error) => this.log.warn({ err: error, pages: pages.length }, "pages given out were not remembered")),
      );
    return this.writing;
  }

  async onModuleDestroy() {
    await this.flush();
  }
}
