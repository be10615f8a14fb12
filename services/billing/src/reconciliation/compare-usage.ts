import { Inject, Injectable } from "@nestjs/common";
import { amountInWords } from "@tessera/contracts-billing/amounts.ts";
import { Clock, Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { BILLING_CONFIG, type BillingConfig } from "../billing.config.ts";
import { metersOf } from "../provider/meters.ts";
import { Provider } from "../provider/provider.ts";
import { DeclaredMeters } from "../usage/declared-meters.ts";
import { addDays, dayOf, firstDay } from "../usage/months.ts";
import type { Difference } from "./differences.ts";

/** The provider adds events up some time after it took them. */
const SETTLE_MS = 3_600_000;

interface Row extends Record<string, unknown> {
  meter: string;
  ledger: string | number;
}

/** Compares the ledger of the month, up to yesterday, with what the provider's meters say of a customer. */
@Injectable()
export class CompareUsage {
  private ids: { at: number; byName: Map<string, string> } | undefined;

  constructor(
    private readonly provider: Provider,
    private readonly meters: DeclaredMeters,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  async run(userId: string, customerId: string, report: (found: Difference) => Promise<void>): Promise<void> {
    if (!this.config.reportsUsage) return;
    const today = dayOf(this.clock.now());
    const from = firstDay(addDays(today, -1).slice(0, 7));
    const rows = await this.reported(userId, customerId, from, today);
    if (!rows.length) return;
    const ids = await this.idsByName();
    const stripe = await this.provider.client();
    for (const { meter: name, ledger } of rows) {
      const [id, meter] = [ids.get(name), this.meters.find(name)];
      if (!meter) continue;
      let counted = 0;
      if (id)
        for await (const summary of stripe.billing.meters.listEventSummaries(id, {
          customer: customerId,
          start_time: Date.parse(from) / 1000,
          end_time: Date.parse(today) / 1000,
        }))
          counted += summary.aggregated_value;
      if (counted === Number(ledger)) continue;
      const [here, there] = [Number(ledger), counted].map((amount) => amountInWords(meter.unit, amount));
      await report({
        ...{ kind: "usage", subject: `${customerId}:${name}`, userId },
        detail: `${meter.title} of ${customerId} since ${from}: ${here} here, ${there} at the provider.`,
      });
    }
  }

  /** Sums of the ledger by meter, of those that were reported whole some time ago; the others are only late. */
  private async reported(userId: string, customerId: string, from: string, to: string): Promise<Row[]> {
    const settled = new Date(this.clock.now().getTime() - SETTLE_MS).toISOString();
    const { rows } = await this.database.system((tx) =>
      tx.execute<Row>(sql`
        with events as (
          select meter, sum(quantity)::bigint as quantity, bool_and(refusal is not null
            or coalesce(sent_at <= ${settled}::timestamptz, false)) as is_settled
          from billing.meter_event where customer_id = ${customerId} and day >= ${from}::date and day < ${to}::date
          group by meter)
        select meter, sum(d.quantity)::text as ledger from billing.usage_day d join events e using (meter)
          join billing.account a on a.user_id = d.user_id and a.customer_id = ${customerId}
        where d.user_id = ${userId} and d.day >= ${from}::date and d.day < ${to}::date and e.is_settled
        group by meter, e.quantity having sum(d.quantity) = e.quantity`),
    );
    return rows;
  }

  private async idsByName(): Promise<Map<string, string>> {
    const now = this.clock.now().getTime();
    if (!this.ids || now - this.ids.at > SETTLE_MS)
      this.ids = { at: now, byName: await metersOf(await this.provider.client(), this.meters.all()) };
    return this.ids.byName;
  }
}
