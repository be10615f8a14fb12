import type { Address } from "./state/documents.ts";

/** A billing address as it was typed; `country` is a code of the list. */
export interface AddressForm {
  line1: string;
  postal_code: string;
  city: string;
  country: string;
}

interface Country {
  name: string;
  /** Standard rate of VAT in hundredths of a percent; 0 where the seller is not registered. */
  vat: number;
}

/** Where the sandbox sells, with the standard rates of 2026 (https://taxation-customs.ec.europa.eu). */
const countries: Record<string, Country> = {
  AT: { name: "Austria", vat: 2000 },
  BE: { name: "Belgium", vat: 2100 },
  CH: { name: "Switzerland", vat: 0 },
  DE: { name: "Germany", vat: 1900 },
  DK: { name: "Denmark", vat: 2500 },
  ES: { name: "Spain", vat: 2100 },
  FI: { name: "Finland", vat: 2550 },
  FR: { name: "France", vat: 2000 },
  GB: { name: "United Kingdom", vat: 0 },
  IE: { name: "Ireland", vat: 2300 },
  IT: { name: "Italy", vat: 2200 },
  NL: { name: "Netherlands", vat: 2100 },
  PL: { name: "Poland", vat: 2300 },
  PT: { name: "Portugal", vat: 2300 },
  SE: { name: "Sweden", vat: 2500 },
  US: { name: "United States", vat: 0 },
};

/** Codes and names, in the order of the names. */
export const countryList: [code: string, name: string][] = Object.entries(countries)
  .map(([code, { name }]): [string, string] => [code, name])
  .sort(([, one], [, other]) => one.localeCompare(other, "en"));

export const countryName = (code: string | null): string => (code ? (countries[code]?.name ?? code) : "");

/** Rate of VAT in hundredths of a percent. */
export const vatOf = (country: string | null | undefined): number => (country && countries[country]?.vat) || 0;

/** What of an amount is VAT at a rate, where the amount includes it; minor units. */
export const vatWithin = (amount: number, rate: number): number => Math.round((amount * rate) / (10_000 + rate));

/** The fields of an address that is known already. */
export const addressFields = (address: Address | null | undefined): Partial<AddressForm> =>
  Object.fromEntries(
    (["line1", "postal_code", "city", "country"] as const).map((name) => [name, address?.[name] ?? ""]),
  );

/** @returns the address, or what is wrong with each field, in words */
export function readAddress(form: AddressForm): Address | { errors: Partial<Record<keyof AddressForm, string>> } {
  const errors: Partial<Record<keyof AddressForm, string>> = {};
  const [line1, postal_code, city] = [form.line1.trim(), form.postal_code.trim(), form.city.trim()];
  if (!line1) errors.line1 = "Enter the street and number.";
  if (!postal_code) errors.postal_code = "Enter the postal code.";
  if (!city) errors.city = "Enter the city.";
  if (!Object.hasOwn(countries, form.country)) errors.country = "Choose a country from the list.";
  if (Object.keys(errors).length) return { errors };
  return { city, country: form.country, line1, line2: null, postal_code, state: null };
}
