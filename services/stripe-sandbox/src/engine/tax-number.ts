import { sql } from "drizzle-orm";
import type { Customer, TaxId } from "../state/documents.ts";
import type { Ledger } from "../state/ledger.ts";
import { countryOf } from "../tax-numbers.ts";

export const taxIdsOf = (ledger: Ledger, customer: string): Promise<TaxId[]> =>
  ledger.all("tax_id", sql`customer = ${customer}`);

export async function addTaxId(ledger: Ledger, customer: string, number: Pick<TaxId, "type" | "value">) {
  const taxId: TaxId = {
    id: ledger.newId("tax_id"),
    object: "tax_id",
    country: countryOf(number),
    created: ledger.now,
    customer,
    customer_account: null,
    livemode: false,
    owner: { type: "customer", customer, customer_account: null },
    ...number,
    // Nobody is asked here whether the number exists.
    verification: { status: "unavailable", verified_address: null, verified_name: null },
  };
  await ledger.save(taxId);
  await ledger.emit("customer.tax_id.created", taxId);
  return taxId;
}

/** @param name null: none any more */
export async function nameBusiness(ledger: Ledger, customer: Customer, name: string | null): Promise<void> {
  const before = { name: customer.name ?? null };
  if (before.name === name) return;
  const { business_name: _, ...rest } = customer;
  const named = { ...rest, name, ...(name && { business_name: name }) };
  await ledger.emit("customer.updated", await ledger.save(named), before);
}

export async function removeTaxId(ledger: Ledger, taxId: TaxId): Promise<void> {
  await ledger.emit("customer.tax_id.deleted", taxId);
  await ledger.remove(taxId);
}

/** The pages keep one number of a customer. @param number null: none any more */
export async function setTaxId(
  ledger: Ledger,
  { id }: Pick<Customer, "id">,
  number: Pick<TaxId, "type" | "value"> | null,
): Promise<void> {
  const before = await taxIdsOf(ledger, id);
  if (number && before.length === 1 && before[0]!.value === number.value) return;
  for (const taxId of before) await removeTaxId(ledger, taxId);
  if (number) await addTaxId(ledger, id, number);
}
