import { decimalOf, decimalsOf } from "@tessera/contracts-finance/currencies.ts";

/** Minor units as a person reads them, with the currency's decimals of ISO 4217 and a true minus sign: "−€4.20". */
export function money(amount: number, currency: string, locale?: string): string {
  const digits = decimalsOf(currency);
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
    .format(decimalOf(amount, currency) as `${number}`)
    .replace("-", "\u2212");
}
