import type { EventDefinition, EventInput, EventPayload } from "@tessera/contracts-core/define-event.ts";
import type { PgBoss } from "pg-boss";
import type { z } from "zod";
import { asOwner } from "../database/as-owner.ts";
import type { Tx } from "../database/database.ts";
import { envelope } from "./attempts.ts";
import { type Jobs, PermanentError } from "./jobs.ts";

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

  /** No commit, no event. @throws ZodError for a payload that the catalogue does not know: nobody could read it */
  async publish<E extends EventDefinition>(tx: Tx, { topic, schema }: E, payload: EventInput<E>): Promise<void> {
    const data = schema.parse(payload);
    await asOwner(tx, () => this.boss.publish(topic, envelope(null, true, data)));
  }

  /**
   * Subscribes a consumer; called in `onModuleInit`. A throw is retried with growing pauses. A payload that does not
   * parse never will: it is logged and given up at once, with the reason.
   */
  on<E extends EventDefinition>(
    { topic, schema }: E,
    consumer: string,
    handler: (payload: EventPayload<E>, event: EventMark) => Promise<void>,
  ): void {
    const queue = queueOf(topic, consumer);
    this.jobs.define<object>(queue, { retryLimit: 20 }, async ({ id, sentAt, data }) => {
      const payload = schema.safeParse(data);
      if (!payload.success) throw new PermanentError(`The event ${topic} does not parse: ${reasonOf(payload.error)}`);
      await handler(payload.data as EventPayload<E>, { id, at: sentAt });
    });
    this.subscriptions.push({ topic, queue });
  }

  /** Called once the queues exist. Subscriptions of the process before are still there. */
  async subscribe(): Promise<void> {
    const { rows } = await this.boss.getDb().executeSql("select event, name from pgboss.subscription");
    const kept = new Set(rows.map(({ event, name }: { event: string; name: string }) => `${event} ${name}`));
    for (const { topic, queue } of this.subscriptions)
      if (!kept.has(`${topic} ${queue}`)) await this.boss.subscribe(topic, queue);
  }
}

/** Name of the queue in which the events of a topic wait for a consumer. */
const queueOf = (topic: string, consumer: string) => `event.${topic}.${consumer}`;

/** Where and why a payload does not parse; never what it held. */
const reasonOf = ({ issues }: z.ZodError) =>
  issues.map(({ path, code }) => `${path.join(".") || "payload"}: ${code}`).join(", ");
