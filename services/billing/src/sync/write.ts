import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { ProviderName } from "../provider/provider.ts";
import type { CustomerView } from "./customer-view.ts";
import { reversalOf, type Unanswered } from "./reversals.ts";
import type { Standing } from "./standing.ts";

interface Write {
  userId: string;
  provider: ProviderName;
  number: number;
  standing: Standing;
  taxNumber: string | null;
  invoiceName: string | null;
  /** The customer is no more: the person gets a new one at the next checkout. */
  gone: boolean;
}

/** @returns false when the answer of a later sync is there already; nothing is written then */
export async function writeStanding(
  tx: Tx,
  { userId, provider, number, standing, taxNumber, invoiceName, gone }: Write,
): Promise<boolean> {
  const written = await tx.execute(sql`
    update billing.account set
      customer_id = case when ${gone} then null else customer_id end,
      generation = generation + case when ${gone} then 1 else 0 end,
      status = ${standing.status}, subscription_id = ${standing.subscriptionId}, item_id = ${standing.itemId}, plan_id = ${standing.planId},
      price_amount = ${standing.price?.amount ?? null}, price_currency = ${standing.price?.currency ?? null},
      price_interval = ${standing.interval},
      discount = ${standing.discount && JSON.stringify(standing.discount)}::jsonb,
      current_period_end = ${standing.currentPeriodEnd?.toISOString() ?? null}::timestamptz,
      cancel_at_period_end = ${standing.cancelAtPeriodEnd},
      past_due_since = ${standing.pastDueSince?.toISOString() ?? null}::timestamptz,
      tax_number = ${taxNumber}, invoice_name = ${invoiceName},
      card_brand = ${standing.card?.brand ?? null}, card_last4 = ${standing.card?.last4 ?? null}, synced = ${number}
    where user_id = ${userId} and provider = ${provider} and synced < ${number}
    returning user_id`);
  return written.rows.length > 0;
}

/** What is new of the payments of invoices. */
export interface News {
  /** Not known to be paid until now. */
  paid: Stripe.Invoice[];
  /** Of invoices that were known: more was refunded. Minor units. */
  refunded: { invoice: Stripe.Invoice; amount: number; total: number }[];
  /** Disputes that wait for an answer now, and ids of those that waited before. */
  disputes: { invoice: Stripe.Invoice; now: Unanswered | null; before: string | null }[];
}

interface Before {
  status: string;
  refunded: number;
  unanswered_dispute: string | null;
}

/** Keeps the invoices as they are now. */
export async function writeInvoices(
  tx: Tx,
  userId: string,
  provider: ProviderName,
  { invoices, reversals }: Pick<CustomerView, "invoices" | "reversals">,
): Promise<News> {
  const news: News = { paid: [], refunded: [], disputes: [] };
  for (const invoice of invoices) {
    const description =
      invoice.description ??
      invoice.lines.data
        .map((line) => line.description ?? "")
        .filter(Boolean)
        .join("; ");
    const { refunded, disputed, unanswered } = reversalOf(reversals, invoice);
    const { rows } = await tx.execute<{ before: Before | null }>(sql`
      with before as (select status, refunded, unanswered_dispute from billing.invoice where id = ${invoice.id})
      insert into billing.invoice (id, user_id, provider, number, status, total, currency, description, created_at, url,
        paid, refunded, disputed, unanswered_dispute)
      values (${invoice.id}, ${userId}, ${provider}, ${invoice.number}, ${invoice.status ?? "draft"}, ${invoice.total},
        ${invoice.currency.toUpperCase()}, ${description.slice(0, 500)}, ${new Date(invoice.created * 1000).toISOString()}::timestamptz,
        ${invoice.hosted_invoice_url ?? null}, ${invoice.amount_paid}, ${refunded}, ${disputed}, ${unanswered?.id ?? null})
      on conflict (id) do update set number = excluded.number, status = excluded.status, total = excluded.total,
        description = excluded.description, url = excluded.url, paid = excluded.paid, refunded = excluded.refunded,
        disputed = excluded.disputed, unanswered_dispute = excluded.unanswered_dispute
      returning (select to_jsonb(before) from before) as before`);
    const before = rows[0]?.before;
    if (invoice.status === "paid" && before?.status !== "paid") news.paid.push(invoice);
    if (before && refunded > before.refunded)
      news.refunded.push({ invoice, amount: refunded - before.refunded, total: refunded });
    const waited = before?.unanswered_dispute ?? null;
    if ((unanswered?.id ?? null) !== waited) news.disputes.push({ invoice, now: unanswered, before: waited });
  }
  return news;
}
