import type { TaxId } from "./state/documents.ts";

type Type = TaxId["type"];

/** What follows the country in VAT numbers of the European Union: docs.stripe.com/billing/customer/tax-ids. */
const european: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  ES: /^([A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z\d]{2}\d{9}$/,
  IE: /^\d{7}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  SE: /^\d{10}01$/,
};

/** Kinds of numbers that the sandbox takes: those of the countries that it sells in. */
const formats: Partial<Record<Type, (value: string) => boolean>> = {
  eu_vat: (value) => Object.hasOwn(european, value.slice(0, 2)) && european[value.slice(0, 2)]!.test(value.slice(2)),
  gb_vat: (value) => /^GB(\d{9}|\d{12})$/.test(value),
  ch_vat: (value) => /^CHE\d{9}(MWST|TVA|IVA)$/.test(value),
  us_ein: (value) => /^\d{9}$/.test(value),
};

/** @returns the value as it is kept, or null where it is none of that kind */
export function readTaxNumber(type: string, typed: string): { type: Type; value: string } | null {
  const value = typed.toUpperCase().replace(/[\s.-]/g, "");
  return Object.hasOwn(formats, type) && formats[type as Type]!(value) ? { type: type as Type, value } : null;
}

/** What a person typed on a page, of any kind that there is. */
export const anyTaxNumber = (typed: string): { type: Type; value: string } | null =>
  Object.keys(formats)
    .map((type) => readTaxNumber(type, typed))
    .find((found) => found !== null) ?? null;

export const TAX_NUMBER_HINT = "Enter a VAT number such as DE123456789, with its country in front.";

/** Country of a number; of an American one there is no letter. */
export const countryOf = ({ type, value }: { type: Type; value: string }): string =>
  type === "us_ein" ? "US" : value.slice(0, 2);
