import { Injectable } from "@nestjs/common";
import { Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { type Account, AccountStore } from "../account/account-store.ts";
import { planByProduct } from "../plans.ts";
import { type CustomerView, CustomerViews } from "../sync/customer-view.ts";
import { idOf, isOpen } from "../sync/standing.ts";
import { SyncCustomer } from "../sync/sync-customer.ts";
import type { Difference } from "./differences.ts";
import { invoiceKey, invoicesLate, lateFields } from "./late.ts";

interface KeptInvoice extends Record<string, unknown> {
  id: string;
  status: string;
  total: string | number;
  refunded: string | number;
  disputed: boolean;
  unanswered_dispute: string | null;
}

/** Compares one customer; what is only late is mended by the sync that the webhook uses. */
@Injectable()
export class CompareCustomer {
  constructor(
    private readonly accounts: AccountStore,
    private readonly views: CustomerViews,
    private readonly sync: SyncCustomer,
    private readonly database: Database,
  ) {}

  /**
   * @param report is given what a sync cannot mend; before the sync where that would forget it
   * @returns whether anything was late
   */
  async run(userId: string, customerId: string, report: (found: Difference) => Promise<void>): Promise<boolean> {
    let view = await this.views.of(customerId);
    const account = await this.accounts.own(userId);
    if (account?.customerId !== customerId) return false;
    const late = await this.isLate(account, view);
    if (!view.customer) for (const found of differencesOf(account, view)) await report(found);
    // A second subscription that this product sold is ended by the sync.
    if (late || view.subscriptions.filter(isOpen).length > 1) await this.sync.run(customerId);
    if (!view.customer) return late;
    if (view.subscriptions.filter(isOpen).length > 1) view = await this.views.of(customerId);
    for (const found of differencesOf(account, view)) await report(found);
    return late;
  }

  private async isLate(account: Account, { customer, standing, invoices, reversals }: CustomerView): Promise<boolean> {
    if (!customer || lateFields(account, standing).length) return true;
    const { rows } = await this.database.system((tx) =>
      tx.execute<KeptInvoice>(
        sql`select id, status, total, refunded, disputed, unanswered_dispute from billing.invoice
          where user_id = ${account.userId}`,
      ),
    );
    const kept = rows.map(
      ({ id, status, total, refunded, disputed, unanswered_dispute: dispute }): [string, string] => [
        id,
        invoiceKey(status, total, {
          refunded: Number(refunded),
          disputed,
          unanswered: dispute ? { id: dispute } : null,
        }),
      ],
    );
    return invoicesLate(new Map(kept), invoices, reversals);
  }
}

/** @param account as it was before a sync */
function differencesOf(account: Account, { customer, subscriptions }: CustomerView): Difference[] {
  const subject = account.customerId ?? "";
  const of = (kind: Difference["kind"], detail: string): Difference => ({
    ...{ kind, subject, userId: account.userId, detail },
  });
  if (!customer)
    return ["active", "trialing", "past_due"].includes(account.status)
      ? [of("customer-deleted", `${subject} is no more, so that person\u2019s plan has ended here.`)]
      : [];
  const open = subscriptions.filter(isOpen);
  const found: Difference[] = [];
  if (open.length > 1)
    found.push(of("two-subscriptions", `${subject} has ${open.map(({ id }) => id).join(" and ")}. End one of them.`));
  const unknown = open.find(({ items }) => !planByProduct(idOf(items.data[0]?.price.product) ?? ""));
  if (unknown)
    found.push(
      of("unknown-price", `${unknown.id} of ${subject} has the price ${unknown.items.data[0]?.price.id ?? "none"}.`),
    );
  return found;
}
