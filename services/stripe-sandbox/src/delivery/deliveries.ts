import { Injectable, type OnApplicationShutdown } from "@nestjs/common";
import { Clock, Database, Log } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { sign } from "./signature.ts";

/** Pauses after each failed attempt, in seconds; the last one repeats. */
const pauses = [2, 10, 60, 300, 1800, 3600];
/** Attempts after which an event is given up: three days of them, as Stripe does. */
const mostAttempts = 5 + 72;
/** Milliseconds a receiver has to answer. */
const patience = 10_000;

interface Pending extends Record<string, unknown> {
  event: string;
  endpoint: string;
  attempts: number;
  url: string;
  secret: string;
  payload: object;
}

/** Sends stored events to their endpoints, signed, in the order they happened, until each was answered with 2xx. */
@Injectable()
export class Deliveries implements OnApplicationShutdown {
  private running: Promise<void> | undefined;
  private again = false;
  private readonly stopped = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Something may be due: starts to send unless that is in progress, in which case it looks once more. */
  wake(): void {
    this.again = true;
    this.running ??= this.run()
      .catch((error) => this.log.error({ err: error }, "payment sandbox: events could not be sent; they wait"))
      .finally(() => {
        this.running = undefined;
      });
  }

  /** Sends what is due now and answers when all of it was tried. */
  async deliverDue(): Promise<void> {
    this.wake();
    await this.running;
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.again && !this.stopped.signal.aborted) {
      this.again = false;
      for (let next = await this.next(); next && !this.stopped.signal.aborted; next = await this.next())
        await this.attempt(next);
    }
  }

  private async next(): Promise<Pending | undefined> {
    const found = await this.database.system((tx) =>
      tx.execute<Pending>(sql`
        select d.event, d.endpoint, d.attempts, w.data ->> 'url' as url, w.facts ->> 'secret' as secret, e.data as payload
        from stripe_sandbox.delivery d
        join stripe_sandbox.object e on e.id = d.event
        join stripe_sandbox.object w on w.id = d.endpoint
        where d.delivered_at is null and d.next_at <= ${this.clock.now().toISOString()}::timestamptz
        order by d.position limit 1`),
    );
    return found.rows[0];
  }

  private async attempt(pending: Pending): Promise<void> {
    const failure = await this.post(pending);
    const now = this.clock.now();
    await this.database.system(async (tx) => {
      if (failure === null) {
        await tx.execute(sql`
          update stripe_sandbox.delivery set delivered_at = ${now.toISOString()}, attempts = attempts + 1, failure = null
          where event = ${pending.event} and endpoint = ${pending.endpoint}`);
        return;
      }
      if (pending.attempts >= mostAttempts) {
        await tx.execute(
          sql`delete from stripe_sandbox.delivery where event = ${pending.event} and endpoint = ${pending.endpoint}`,
        );
        return;
      }
      const pause = pauses[Math.min(pending.attempts, pauses.length - 1)] ?? 3600;
      const next = new Date(now.getTime() + pause * 1000).toISOString();
      await tx.execute(sql`
        update stripe_sandbox.delivery set attempts = attempts + 1, failure = ${failure}, next_at = ${next}
        where event = ${pending.event} and endpoint = ${pending.endpoint}`);
    });
    if (failure !== null && !this.stopped.signal.aborted) {
      this.log.warn(
        { event: pending.event, attempt: pending.attempts + 1, failure },
        "webhook was not taken; it will be sent again",
      );
    }
  }

  /** @returns why it failed, or null */
  private async post({ url, secret, payload }: Pending): Promise<string | null> {
    const body = JSON.stringify(payload, null, 2);
    try {
      const answer = await fetch(url, {
        method: "POST",
        body,
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": sign(body, secret, this.clock.now()),
        },
        redirect: "manual",
        signal: AbortSignal.any([this.stopped.signal, AbortSignal.timeout(patience)]),
      });
      await answer.arrayBuffer();
      return answer.ok ? null : `status ${answer.status}`;
    } catch (error) {
      return error instanceof Error
        ? error.cause instanceof Error
          ? error.cause.message
          : error.message
        : String(error);
    }
  }
}
