import { sql } from "drizzle-orm";
import { notEnded } from "../resources/subscription.ts";
import type { Customer } from "../state/documents.ts";
import type { Ledger } from "../state/ledger.ts";
import { endSubscription } from "./cancellation.ts";

/** Deletes a customer for good: what they subscribed to ends at once, and nothing of the person is kept. */
export async function deleteCustomer(ledger: Ledger, customer: Customer): Promise<void> {
  await ledger.enter(customer.id);
  for (const subscription of await ledger.all("subscription", sql`customer = ${customer.id} and ${notEnded}`))
    await endSubscription(ledger, subscription, "cancellation_requested");
  await ledger.emit("customer.deleted", customer);
  await ledger.save({ ...customer, deleted: true as never });
  await ledger.redact(customer.id);
}
