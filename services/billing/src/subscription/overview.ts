import { Inject, Injectable } from "@nestjs/common";
import type { BillingOverview, Discount, Invoice } from "@tessera/contracts-billing/billing.ts";
import { type Administrators, type Caller, Clock, Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { Account } from "../account/account-store.ts";
import { OpenedAccounts } from "../account/opened-accounts.ts";
import { ADMINISTRATORS } from "../administrators.ts";
import { BILLING_CONFIG, type BillingConfig } from "../billing.config.ts";
import { checkOf, isInternal, openedCheck } from "../check/billing-status.ts";
import { Entitlements } from "../entitlements/entitlements.ts";
import { Provider } from "../provider/provider.ts";
import { trialOf } from "../trial/trial-state.ts";
import { Trials } from "../trial/trials.ts";

interface Row extends Record<string, unknown> {
  id: string;
  number: string | null;
  status: Invoice["status"];
  total: string | number;
  currency: string;
  description: string;
  created_at: string | Date;
  url: string | null;
  paid: string | number;
  refunded: string | number;
  disputed: boolean;
}

/** Null once it has ended, whatever the provider's last answer was. */
function discountNow(account: Account | null, now: Date): Discount | null {
  const discount = account?.discount ?? null;
  return discount?.endsAt && new Date(discount.endsAt) <= now ? null : discount;
}

/** What the billing page shows, from what is stored. */
@Injectable()
export class Overview {
  constructor(
    private readonly accounts: OpenedAccounts,
    private readonly provider: Provider,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly entitlements: Entitlements,
    private readonly trials: Trials,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
    @Inject(ADMINISTRATORS) private readonly administrators: Administrators,
  ) {}

  async of(user: Caller): Promise<BillingOverview> {
    const account = await this.accounts.own(user);
    const now = this.clock.now();
    const check = checkOf(account, now, this.config.grace);
    return {
      ...(isInternal(user.email, this.config.internalDomain)
        ? openedCheck(check, this.entitlements.unlimited())
        : { ...check, entitlements: this.entitlements.of(check.planId) }),
      price: account?.price ?? null,
      interval: account?.price ? account.interval : null,
      discount: discountNow(account, now),
      card: account?.card ?? null,
      taxNumber: account?.taxNumber ?? null,
      invoiceName: account?.invoiceName ?? null,
      administrator: this.administrators.includes(user),
      sandbox: this.provider.name === "sandbox",
      trial: trialOf(account, now, await this.trials.offeredDays(user, account)),
    };
  }

  /** Newest first, the latest 100; drafts are not shown before they are final. */
  async invoices(user: Caller): Promise<Invoice[]> {
    const found = await this.database.as(user, (tx) =>
      tx.execute<Row>(sql`
        select * from billing.invoice where user_id = ${user.userId} and provider = ${this.provider.name} and status <> 'draft'
        order by created_at desc, number desc limit 100`),
    );
    return found.rows.map((row) => ({
      id: row.id,
      number: row.number,
      status: row.status,
      total: { amount: Number(row.total), currency: row.currency },
      description: row.description,
      createdAt: new Date(row.created_at).toISOString(),
      url: row.url,
      paid: Number(row.paid),
      refunded: Number(row.refunded),
      disputed: row.disputed,
    }));
  }
}
