import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { Clock, Database, Jobs, Log } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import Stripe from "stripe";
import { BILLING_CONFIG, type BillingConfig } from "../billing.config.ts";
import { eventNameOf } from "../provider/meters.ts";
import { Provider } from "../provider/provider.ts";
import { DeclaredMeters } from "./declared-meters.ts";
import { addDays, dayOf } from "./months.ts";
import { lockCounting } from "./standings.ts";

const QUEUE = "billing.report-usage";
/** Days of usage that are reported; the provider takes none that are older than 35. */
const DAYS = 33;
/** Events of one batch, and how many of them are sent at a time. */
const BATCH = 100;
const TOGETHER = 5;
/** How often an event is begun before it is given up. */
const MAX_ATTEMPTS = 5;

interface Waiting extends Record<string, unknown> {
  identifier: string;
  customer_id: string;
  meter: string;
  day: string;
  quantity: string | number;
}

/**
 * Every hour, if BILLING_REPORT_USAGE is set: writes down what was used beyond what was reported, by customer, meter
 * and day, and sends it. What is written down is sent under one identifier, however often it is tried.
 */
@Injectable()
export class ReportUsage implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly meters: DeclaredMeters,
    private readonly provider: Provider,
    private readonly clock: Clock,
    private readonly log: Log,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  onModuleInit(): void {
    this.jobs.define(QUEUE, { retryLimit: 8 }, () => this.run());
    this.jobs.schedule(QUEUE, "23 * * * *", {
      name: "Report usage",
      does: "Tells the payment provider what was used, where this is set up.",
    });
  }

  async run(): Promise<void> {
    if (!this.config.reportsUsage) return;
    await this.collect();
    await this.giveUp();
    while (await this.sendBatch()) await this.giveUp();
  }

  /** What is counted after this waits for the next hour. */
  private async collect(): Promise<void> {
    const names = this.meters.all().flatMap(({ name, counts }) => (counts === "month" ? [name] : []));
    const now = this.clock.now();
    await this.database.system(async (tx) => {
      await lockCounting(tx);
      await tx.execute(sql`
        insert into billing.meter_event (identifier, user_id, customer_id, meter, day, quantity, created_at)
        select gen_random_uuid(), u.user_id, a.customer_id, u.meter, u.day, u.quantity - coalesce(r.quantity, 0),
          ${now.toISOString()}::timestamptz
        from (select user_id, meter, day, sum(quantity)::bigint as quantity from billing.usage_day
            where day >= ${addDays(dayOf(now), -DAYS)}::date and meter = any(${sql.param(names)}::text[])
            group by 1, 2, 3) u
          join billing.account a on a.user_id = u.user_id and a.provider = ${this.provider.name}
            and a.customer_id is not null
          left join lateral (select sum(e.quantity)::bigint as quantity from billing.meter_event e
            where (e.customer_id, e.meter, e.day) = (a.customer_id, u.meter, u.day)) r on true
        where u.quantity > coalesce(r.quantity, 0)`);
    });
  }

  /** The comparison of the night finds them. */
  private async giveUp(): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`update billing.meter_event set refusal = coalesce(last_refusal, 'no answer')
        where sent_at is null and refusal is null and attempts >= ${MAX_ATTEMPTS}`),
    );
  }

  /** The attempts are counted before they are made. @returns whether any waited */
  private async sendBatch(): Promise<boolean> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<Waiting>(sql`
        update billing.meter_event e set attempts = attempts + 1
        where identifier in (select identifier from billing.meter_event
            where sent_at is null and refusal is null order by created_at, identifier limit ${BATCH} for update skip locked)
        returning identifier, customer_id, meter, to_char(day, 'YYYY-MM-DD') as day, quantity`),
    );
    for (let from = 0; from < rows.length; from += TOGETHER)
      await Promise.all(rows.slice(from, from + TOGETHER).map((event) => this.send(event)));
    return rows.length > 0;
  }

  /** @throws what lets the whole job be tried again later */
  private async send(event: Waiting): Promise<void> {
    const stripe = await this.provider.client();
    const refusal = await stripe.billing.meterEvents
      .create({
        event_name: eventNameOf(event.meter),
        identifier: event.identifier,
        timestamp: this.timeOf(event.day),
        payload: { stripe_customer_id: event.customer_id, value: String(event.quantity) },
      })
      .then(() => null)
      .catch((error: unknown) => this.refusalOf(event, error));
    const now = this.clock.now().toISOString();
    await this.database.system((tx) =>
      refusal === null
        ? tx.execute(
            sql`update billing.meter_event set sent_at = ${now}::timestamptz where identifier = ${event.identifier}`,
          )
        : tx.execute(
            sql`update billing.meter_event set last_refusal = ${refusal} where identifier = ${event.identifier}`,
          ),
    );
    if (refusal !== null)
      this.log.error(
        { meter: event.meter, refusal },
        "billing: the provider does not take usage; is its meter set up?",
      );
  }

  /** @returns null when the provider has the event already: an answer was lost */
  private async refusalOf({ identifier }: Waiting, error: unknown): Promise<string | null> {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) {
      // The event is not to blame while the provider cannot be reached.
      await this.database.system((tx) =>
        tx.execute(sql`update billing.meter_event set attempts = attempts - 1 where identifier = ${identifier}`),
      );
      throw error;
    }
    if (error.code === "duplicate_meter_event" || /^An event already exists with identifier/.test(error.message))
      return null;
    return (error.code ?? error.message).slice(0, 200);
  }

  /** Within the day, and not ahead of now. */
  private timeOf(day: string): number {
    const now = this.clock.now();
    return Math.floor((day === dayOf(now) ? now.getTime() : Date.parse(`${day}T12:00:00Z`)) / 1000);
  }
}
