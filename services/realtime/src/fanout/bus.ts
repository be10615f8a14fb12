import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Database, Log, NOTIFICATION_BYTES, Notifications } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

/** What processes tell each other. */
export interface BusMessage {
  kind: string;
  [member: string]: unknown;
}

interface Envelope {
  from: string;
  /** Makes each one different: PostgreSQL delivers equal notifications of a transaction once. */
  n: number;
  message?: BusMessage;
  /** Of a message that is kept in realtime.message, being too large. */
  kept?: string;
}

const CHANNEL = "realtime";
/** Messages that may wait while the database takes the ones before; more are lost, and said to be. */
const MAX_WAITING = 10_000;
const KEPT_SECONDS = 60;
const MAINTENANCE_MS = 30_000;

/**
 * Fan-out between processes by the database's NOTIFY: messages that come while others are in progress go together, in
 * one transaction. Each process delivers to its own clients at once and hears only of the others here.
 */
@Injectable()
export class Bus {
  readonly process = randomUUID();
  private waiting: BusMessage[] = [];
  private sending: Promise<void> | null = null;
  private receiving: Promise<void> = Promise.resolve();
  private n = 0;
  private subscription: { close(): Promise<void> } | null = null;
  private maintenance: NodeJS.Timeout | undefined;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Notifications) private readonly notifications: Notifications,
    @Inject(Log) private readonly log: Log,
  ) {}

  /** @param received a message of another process @param resumed after messages may have been missed */
  async open(received: (message: BusMessage, from: string) => void, resumed: () => void): Promise<void> {
    this.subscription = await this.notifications.listen(CHANNEL, (payload) => this.receive(payload, received), resumed);
    this.maintenance = setInterval(
      () => void this.forgetOld().catch((error) => this.log.error({ err: error }, "realtime: maintenance")),
      MAINTENANCE_MS,
    );
    this.maintenance.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.maintenance);
    await this.sending;
    await this.subscription?.close();
    await this.receiving;
    this.subscription = null;
  }

  publish(message: BusMessage): void {
    if (!this.subscription) return;
    if (this.waiting.length >= MAX_WAITING) {
      this.log.error(
        { kind: message.kind },
        "realtime: the database does not keep up with messages between processes; one was lost",
      );
      return;
    }
    this.waiting.push(message);
    this.sending ??= this.flush().finally(() => {
      this.sending = null;
    });
  }

  private async flush(): Promise<void> {
    await null; // what is published in the same turn goes along
    while (this.waiting.length) {
      const messages = this.waiting.splice(0);
      try {
        await this.send(messages);
      } catch (error) {
        this.log.error({ err: error, messages: messages.length }, "realtime: messages to other processes were lost");
      }
    }
  }

  private async send(messages: BusMessage[]): Promise<void> {
    const kept: { id: string; body: string }[] = [];
    const payloads = messages.map((message) => {
      const envelope: Envelope = { from: this.process, n: ++this.n, message };
      const text = JSON.stringify(envelope);
      if (Buffer.byteLength(text) <= NOTIFICATION_BYTES) return text;
      const id = randomUUID();
      kept.push({ id, body: JSON.stringify(message) });
      return JSON.stringify({ from: this.process, n: this.n, kept: id } satisfies Envelope);
    });
    await this.database.system(async (tx) => {
      for (const { id, body } of kept)
        await tx.execute(sql`insert into realtime.message (id, body) values (${id}, ${body})`);
      const list = sql.param(JSON.stringify(payloads));
      await tx.execute(
        sql`select pg_notify(${CHANNEL}, text.value) from jsonb_array_elements_text(${list}::jsonb) with ordinality text (value, n) order by n`,
      );
    });
  }

  /** In the order of arrival, also where a message has to be fetched first. */
  private receive(payload: string, received: (message: BusMessage, from: string) => void): void {
    const envelope = JSON.parse(payload) as Envelope;
    if (envelope.from === this.process) return;
    this.receiving = this.receiving
      .then(async () => {
        const message = envelope.message ?? (await this.fetch(envelope.kept!));
        if (message) received(message, envelope.from);
      })
      .catch((error) => this.log.error({ err: error }, "realtime: a message of another process was lost"));
  }

  private async fetch(id: string): Promise<BusMessage | null> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<{ body: string }>(sql`select body from realtime.message where id = ${id}`),
    );
    return rows[0] ? (JSON.parse(rows[0].body) as BusMessage) : null;
  }

  private async forgetOld(): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`delete from realtime.message where created_at < now() - make_interval(secs => ${KEPT_SECONDS})`),
    );
  }
}
