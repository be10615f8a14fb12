import { Injectable, type OnApplicationShutdown, type OnModuleInit } from "@nestjs/common";
import { Notifications } from "@tessera/service-kit";
import { RUNS_CHANNEL } from "./run.store.ts";

/** Ms after which a reader looks again although it heard of nothing. */
const LOOK_MS = 5_000;

/** Wakes those who follow a run, whichever process changed it. */
@Injectable()
export class RunSignals implements OnModuleInit, OnApplicationShutdown {
  private readonly waiting = new Map<string, Set<() => void>>();
  private listener?: { close(): Promise<void> };

  constructor(private readonly notifications: Notifications) {}

  async onModuleInit() {
    const wakeAll = () => {
      for (const id of [...this.waiting.keys()]) this.wake(id);
    };
    this.listener = await this.notifications.listen(RUNS_CHANNEL, (id) => this.wake(id), wakeAll);
  }

  async onApplicationShutdown() {
    await this.listener?.close();
  }

  /** Calls back at each change of a run. @returns ends it */
  follow(id: string, changed: () => void): () => void {
    const all = this.waiting.get(id) ?? new Set();
    this.waiting.set(id, all.add(changed));
    return () => {
      all.delete(changed);
      if (!all.size && this.waiting.get(id) === all) this.waiting.delete(id);
    };
  }

  /** Gives each change as it is found by `read`, until there are none any more or nobody reads. */
  async *changes<T>(id: string, signal: AbortSignal, read: () => Promise<{ changes: T[]; isOver: boolean }>) {
    let wake: () => void = () => undefined;
    let isDue = true;
    const end = this.follow(id, () => {
      isDue = true;
      wake();
    });
    const woken = () => wake();
    signal.addEventListener("abort", woken);
    try {
      while (!signal.aborted) {
        isDue = false;
        const { changes, isOver } = await read();
        yield* changes;
        if (isOver) return;
        if (isDue || signal.aborted) continue;
        await new Promise<void>((done) => {
          const timer = setTimeout(done, LOOK_MS).unref();
          wake = () => {
            clearTimeout(timer);
            done();
          };
        });
      }
    } finally {
      signal.removeEventListener("abort", woken);
      end();
    }
  }

  private wake(id: string): void {
    for (const changed of [...(this.waiting.get(id) ?? [])]) changed();
  }
}
