import { MAX_SUMMARY_MONTHS } from "@tessera/contracts-finance/limits.ts";
import { daysOf } from "@tessera/contracts-finance/months.ts";
import { useAddress } from "../frame/use-address.ts";

/** A month as addresses hold it, else another. */
export const monthOr = (month: string | null, other: string): string =>
  month && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : other;
/** What is shown of payees: what they cost or brought, in all months or in the one whose categories are shown. */
const PAYEES = ["out", "out-month", "in", "in-month"];
export const LENGTHS = [6, 12, 24, MAX_SUMMARY_MONTHS];

/** Which months, account and currency are shown: in the address, so that they survive a reload and can be sent on. */
export function usePeriod(thisMonth: string) {
  const { params, set } = useAddress();
  const months = Number(params.get("months"));
  return {
    to: monthOr(params.get("to"), thisMonth),
    months: LENGTHS.includes(months) ? months : 12,
    account: params.get("account") ?? undefined,
    currency: params.get("currency"),
    /** All currencies together, in this one. */
    in: params.get("in") ?? undefined,
    /** The month whose categories are shown; null: the last one. */
    month: params.get("month"),
    payees: PAYEES.find((one) => one === params.get("payees")) ?? "out",
    set,
  };
}

/** "November 2026", or "Nov 26"; of months that begin on another day "25 Nov – 24 Dec 2026", or "25 Nov 26". */
export function monthText(month: string, locale?: string, style: "long" | "short" = "long", firstDay = 1): string {
  const isCalendar = firstDay === 1;
  const format = new Intl.DateTimeFormat(locale, {
    ...{ timeZone: "UTC", month: isCalendar ? style : "short", year: style === "long" ? "numeric" : "2-digit" },
    ...(isCalendar ? {} : { day: "numeric" }),
  });
  const { from, to } = daysOf(month, firstDay);
  if (isCalendar || style === "short") return format.format(new Date(from));
  return format.formatRange(new Date(from), new Date(to));
}

/** Whole units, as charts and their table write them: the exact figures are in the transactions. */
export const wholeText = (amount: number, decimals: number, locale?: string) =>
  Math.round(amount / 10 ** decimals)
    .toLocaleString(locale)
    .replace("-", "\u2212");
