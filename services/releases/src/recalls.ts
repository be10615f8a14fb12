import { EventEmitter, on } from "node:events";
import { Injectable, type OnModuleDestroy, type OnModuleInit } from "@nestjs/common";
import type { Recall } from "@tessera/federation/composition.ts";
import { Database, Notifications } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { LiveState } from "./live-state.ts";

const CHANNEL = "releases_recall";

/** Tells every process, and by them every open page, that people get another release than the one they run. */
@Injectable()
export class Recalls implements OnModuleInit, OnModuleDestroy {
  private readonly recalled = new EventEmitter().setMaxListeners(0);
  private subscription: { close(): Promise<void> } | null = null;

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly live: LiveState,
  ) {}

  async onModuleInit(): Promise<void> {
    this.subscription = await this.notifications.listen(CHANNEL, (text) => {
      // A page that asks now must not be answered with what was live a moment ago.
      this.live.forget();
      this.recalled.emit("recall", JSON.parse(text) as Recall);
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.subscription?.close();
  }

  /** Announced when the transaction around the running code commits. */
  async announce(recall: Recall): Promise<void> {
    await this.database.system((tx) => tx.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(recall)})`));
  }

  async *follow(signal: AbortSignal): AsyncGenerator<Recall> {
    try {
      for await (const [recall] of on(this.recalled, "recall", { signal })) yield recall as Recall;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
