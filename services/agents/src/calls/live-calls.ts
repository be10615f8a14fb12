import { AsyncLocalStorage } from "node:async_hooks";
import { Injectable, type OnApplicationShutdown } from "@nestjs/common";
import { Clock, Database, Log } from "@tessera/service-kit";
import { CallStore } from "./call.store.ts";

/** Ms after which calls say again that they are alive. */
const ALIVE_MS = 5_000;

/** A call that is being answered. */
export interface LiveCall {
  id: string;
  /** Upper bound of the tokens received so far. */
  seenTokens: number;
}

/** Calls that this process makes at this moment: all of them say in one statement that they are alive. */
@Injectable()
export class LiveCalls implements OnApplicationShutdown {
  private readonly calls = new Set<LiveCall>();
  private timer?: NodeJS.Timeout;
  /** Runs outside of the transaction and the request of who began a call. */
  private readonly apart = AsyncLocalStorage.snapshot();

  constructor(
    private readonly database: Database,
    private readonly store: CallStore,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  onApplicationShutdown() {
    clearInterval(this.timer);
  }

  begin(id: string): LiveCall {
    const call = { id, seenTokens: 0 };
    this.timer ??= this.apart(() => setInterval(() => void this.tell(), ALIVE_MS).unref());
    this.calls.add(call);
    return call;
  }

  end(call: LiveCall): void {
    this.calls.delete(call);
  }

  /** Says of all of them that they are alive, and how much came back. */
  async tell(): Promise<void> {
    if (!this.calls.size) return;
    try {
      await this.database.statement((tx) => this.store.keepAlive(tx, [...this.calls], this.clock.now()));
    } catch (error) {
      this.log.warn({ err: error as Error, calls: this.calls.size }, "calls could not be kept alive");
    }
  }
}
