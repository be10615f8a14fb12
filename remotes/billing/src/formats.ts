import type { Money } from "@tessera/contracts-billing/billing.ts";
import { usePreferences } from "@tessera/shell-api";
import { formatMoney } from "@tessera/ui";
import { useMemo } from "react";

const suffixes: Record<string, string> = { one: "st", two: "nd", few: "rd", other: "th" };
const ordinals = new Intl.PluralRules("en", { type: "ordinal" });

/** Dates and sums in the person's locale and time zone; "" is the browser's. */
export function formatsFor(locale: string, timeZone: string) {
  const date = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale || undefined, { ...options, timeZone: timeZone || undefined });
    return (iso: string) => format.format(new Date(iso));
  };
  const day = date({ day: "numeric", numberingSystem: "latn" });
  return {
    /** "3 Nov 2026" */
    date: date({ day: "numeric", month: "short", year: "numeric" }),
    /** "3 Nov 2026, 03:17" */
    dateAndTime: date({ day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" }),
    /** "Thursday 3 December 2026" */
    longDate: date({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
    /** "3 December 2026" */
    fullDate: date({ day: "numeric", month: "long", year: "numeric" }),
    /** "3 December" */
    dayAndMonth: date({ day: "numeric", month: "long" }),
    /** "3rd" */
    ordinalDay: (iso: string) => {
      const number = Number.parseInt(day(iso), 10);
      return `${number}${suffixes[ordinals.select(number)]}`;
    },
    /** "€18.00": minor units of the currency. */
    money: (money: Money) => formatMoney(money, locale || undefined),
  };
}
export type Formats = ReturnType<typeof formatsFor>;

export function useFormats(): Formats {
  const { locale, timeZone } = usePreferences();
  return useMemo(() => formatsFor(locale, timeZone), [locale, timeZone]);
}
