import { Injectable, type OnModuleInit } from "@nestjs/common";
import { invalidEvent, replayedSignature, unsignedEvent, wrongSignature } from "@tessera/contracts-billing/problems.ts";
import { Clock, Database, Jobs, Log, ProblemException, problem } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { Provider } from "../provider/provider.ts";
import { SyncCustomer } from "../sync/sync-customer.ts";
import { type About, aboutOf, isEvent } from "./about.ts";
import { type Signed, signedBy } from "./signed-by.ts";

export const SYNC_QUEUE = "billing.sync";

/**
 * Events are only a hint that a customer changed: verify, store the id (a duplicate ends here), enqueue the sync in the
 * same transaction, answer. The work survives a killed process, and the order of events does not matter.
 * A signature counts once, and only with what it led to: a delivery that failed can be repeated as it was, an accepted
 * one cannot. The provider makes a new signature for each attempt.
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
    const options = { kind: "Event of the payment provider", retryLimit: 12, concurrency: 4, timeoutSeconds: 120 };
    this.jobs.define<About>(SYNC_QUEUE, options, async ({ data }) => {
      const customer = data.customer ?? (await this.customerOf(data.charge));
      if (customer) await this.sync.run(customer);
    });
  }

  /** @throws ProblemException 400 `invalid_signature`, `replayed_signature`, `invalid_event` */
  async receive(body: Buffer | undefined, signature: string | string[] | undefined): Promise<{ received: true }> {
    const { event, signatures } = this.verify(body, signature);
    const now = this.clock.now().toISOString();
    await this.database.system(async (tx) => {
      const fresh = await tx.execute(sql`
        insert into billing.webhook_signature (signature, received_at)
        select signature, ${now}::timestamptz from unnest(${sql.param(signatures)}::text[]) signature
        on conflict do nothing returning signature`);
      if (fresh.rows.length < signatures.length) throw problem(replayedSignature);
      const stored = await tx.execute(sql`
        insert into billing.webhook_event (id, type, received_at) values (${event.id}, ${event.type}, ${now})
        on conflict (id) do nothing returning id`);
      const about = aboutOf(event);
      if (stored.rows.length && about) await this.jobs.send(tx, SYNC_QUEUE, about, { hidden: true });
    });
    this.log.info({ event: event.id, type: event.type }, "billing: event received");
    return { received: true };
  }

  private verify(body: Buffer | undefined, signature: string | string[] | undefined): Signed & { event: Stripe.Event } {
    if (!body?.length || typeof signature !== "string") throw problem(unsignedEvent);
    let signed: Signed;
    try {
      signed = signedBy(this.provider.webhookSecrets(), body, signature, this.clock.now().getTime());
    } catch (error) {
      if (!(error instanceof Error) || error instanceof ProblemException) throw error;
      this.log.warn({ reason: error.name }, "billing: an event was refused");
      throw problem(wrongSignature);
    }
    const { event, signatures } = signed;
    if (isEvent(event)) return { event, signatures };
    throw problem(invalidEvent);
  }

  private async customerOf(charge: string | null): Promise<string | null> {
    if (!charge) return null;
    const { customer } = await (await this.provider.client()).charges.retrieve(charge);
    return typeof customer === "string" ? customer : (customer?.id ?? null);
  }
}
