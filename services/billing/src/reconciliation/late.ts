import type Stripe from "stripe";
import type { Account } from "../account/account-store.ts";
import type { Standing } from "../sync/standing.ts";

const fields = [
  "status",
  "subscriptionId",
  "itemId",
  "planId",
  "price",
  "interval",
  "discount",
  "currentPeriodEnd",
  "cancelAtPeriodEnd",
  "pastDueSince",
  "card",
] as const satisfies (keyof Account & keyof Standing)[];

/** What of an account is not as the provider says; a sync mends it. */
export const lateFields = (account: Account, standing: Standing): string[] =>
  fields.filter((field) => JSON.stringify(account[field]) !== JSON.stringify(standing[field]));

/** Whether an invoice is missing here, or is not as the provider has it. @param kept by id: "<status> <total>" */
export const invoicesLate = (kept: ReadonlyMap<string, string>, invoices: Stripe.Invoice[]): boolean =>
  invoices.some(({ id, status, total }) => kept.get(id ?? "") !== `${status ?? "draft"} ${total}`);
