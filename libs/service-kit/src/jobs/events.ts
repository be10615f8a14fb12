import type { PgBoss } from "pg-boss";
import { asOwner } from "../database/as-owner.ts";
import type { Tx } from "../database/database.ts";
import { envelope } from "./attempts.ts";
import type { Jobs } from "./jobs.ts";

/** Which event a delivery brings: the same id again is the same event again. */
export interface EventMark {
  id: string;
  /** When it was published. */
  at: Date;
}

/**
 * Events between services: written in the transaction that made them true (outbox), delivered at least once to each
 * consumer, so consumers are idempotent.
 */
export class Events {
  private readonly subscriptions: { topic: string; queue: string }[] = [];
  constructor(
    private readonly boss: PgBoss,
    private readonly jobs: Jobs,
  ) {}

  /** No commit, no event. @param topic for example "identity.user-created" */
  async publish(tx: Tx, topic: string, data: object): Promise<void> {
    await asOwner(tx, () => this.boss.publish(topic, envelope(null, true, data)));
  }

  /** Subscribes a consumer; called in `onModuleInit`. A throw is retried with growing pauses. */
  on(topic: string, consumer: string, handler: (data: unknown, event: EventMark) => Promise<void>): void {
    const queue = `event.${topic}.${consumer}`;
    this.jobs.define<object>(queue, { retryLimit: 20 }, (job) => handler(job.data, { id: job.id, at: job.sentAt }));
    this.subscriptions.push({ topic, queue });
  }

  /** Called once the queues exist. */
  async subscribe(): Promise<void> {
    for (const { topic, queue } of this.subscriptions) await this.boss.subscribe(topic, queue);
  }
}
