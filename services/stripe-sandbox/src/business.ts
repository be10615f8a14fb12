import type { TaxId } from "./state/documents.ts";
import { anyTaxNumber, TAX_NUMBER_HINT } from "./tax-numbers.ts";

/** Most characters of a name (docs.stripe.com/api/customers). */
const MAX_NAME = 150;

/** A business as it was typed. */
export interface BusinessForm {
  business_name: string;
  tax_number: string;
}

/** Who buys, where it is a business. */
export interface Business {
  name: string | null;
  taxNumber: Pick<TaxId, "type" | "value"> | null;
}

/** @returns the business, or what is wrong with each field, in words: a number belongs to a name, as at Stripe */
export function readBusiness(form: BusinessForm): Business | { errors: Partial<Record<keyof BusinessForm, string>> } {
  const [name, typed] = [form.business_name.trim(), form.tax_number.trim()];
  const taxNumber = typed ? anyTaxNumber(typed) : null;
  const errors: Partial<Record<keyof BusinessForm, string>> = {};
  if (typed && !taxNumber) errors.tax_number = TAX_NUMBER_HINT;
  if (typed && !name) errors.business_name = "Enter the name that the VAT number belongs to.";
  if (name.length > MAX_NAME) errors.business_name = `Enter a name of at most ${MAX_NAME} characters.`;
  return Object.keys(errors).length ? { errors } : { name: name || null, taxNumber };
}
