import type Stripe from "stripe";
import type { Account } from "../account/account-store.ts";
import { type Reversal, type Reversals, reversalOf } from "../sync/reversals.ts";
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

type Kept = Omit<Reversal, "unanswered"> & { unanswered: { id: string } | null };

/** What of an invoice must be the same here and at the provider, in one text. */
export const invoiceKey = (status: string, total: string | number, { refunded, disputed, unanswered }: Kept): string =>
  `${status} ${total} ${refunded} ${disputed} ${unanswered?.id ?? ""}`;

/** Whether an invoice is missing here, or is not as the provider has it. @param kept `invoiceKey` by id */
export const invoicesLate = (
  kept: ReadonlyMap<string, string>,
  invoices: Stripe.Invoice[],
  reversals: Reversals,
): boolean =>
  invoices.some(
    (invoice) =>
      kept.get(invoice.id ?? "") !==
      invoiceKey(invoice.status ?? "draft", invoice.total, reversalOf(reversals, invoice)),
  );
