import { Injectable, type OnModuleInit } from "@nestjs/common";
import { invalidEvent, unsignedEvent, wrongSignature } from "@tessera/contracts-billing/problems.ts";
import { Clock, Database, Jobs, Log, ProblemException, problem } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import Stripe from "stripe";
import { Provider } from "../provider/provider.ts";
import { SyncCustomer } from "../sync/sync-customer.ts";
import { type About, aboutOf, isEvent } from "./about.ts";

/** Age in seconds above which a signed event is refused, as Stripe recommends. */
const tolerance = 300;

export const SYNC_QUEUE = "billing.sync";

/**
 * Events are only a hint that a customer changed: verify, store the id (a duplicate ends here), enqueue the sync in the
 * same transaction, answer. The work survives a killed process, and the order of events does not matter.
 */
@Injectable()
export class Webhook implements OnModuleInit {
  constructor(
    private readonly provider: Provider,
    private readonly sync: SyncCustomer,
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.jobs.define<About>(SYNC_QUEUE, { retryLimit: 12, concurrency: 4, timeoutSeconds: 120 }, async ({ data }) => {
      const customer = data.customer ?? (await this.customerOf(data.charge));
      if (customer) await this.sync.run(customer);
    });
  }

  /** @throws ProblemException 400 `invalid_signature`, `invalid_event` */
  async receive(body: Buffer | undefined, signature: string | string[] | undefined): Promise<{ received: true }> {
    const event = this.verify(body, signature);
    await this.database.system(async (tx) => {
      const stored = await tx.execute(sql`
        insert into billing.webhook_event (id, type, received_at) values (${event.id}, ${event.type}, ${this.clock.now().toISOString()})
        on conflict (id) do nothing returning id`);
      const about = aboutOf(event);
      if (stored.rows.length && about) await this.jobs.send(tx, SYNC_QUEUE, about, { hidden: true });
    });
    this.log.info({ event: event.id, type: event.type }, "billing: event received");
    return { received: true };
  }

  private verify(body: Buffer | undefined, signature: string | string[] | undefined): Stripe.Event {
    if (!body?.length || typeof signature !== "string") throw problem(unsignedEvent);
    let event: unknown;
    try {
      event = signedBy(this.provider.webhookSecrets(), body, signature, this.clock.now().getTime());
    } catch (error) {
      if (!(error instanceof Error) || error instanceof ProblemException) throw error;
      this.log.warn({ reason: error.name }, "billing: an event was refused");
      throw problem(wrongSignature);
    }
    if (isEvent(event)) return event;
    throw problem(invalidEvent);
  }

  private async customerOf(charge: string | null): Promise<string | null> {
    if (!charge) return null;
    const { customer } = await (await this.provider.client()).charges.retrieve(charge);
    return typeof customer === "string" ? customer : (customer?.id ?? null);
  }
}

/** The event that one of the secrets signed. @throws Error of the last secret */
export function signedBy(secrets: readonly string[], body: Buffer, signature: string, now: number): unknown {
  const [secret = "", ...others] = secrets;
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, tolerance, undefined, now);
  } catch (error) {
    if (!others.length) throw error;
    return signedBy(others, body, signature, now);
  }
}
