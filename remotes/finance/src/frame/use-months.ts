import { dayOf } from "@tessera/contracts-core/days.ts";
import { daysOf, monthOf } from "@tessera/contracts-finance/months.ts";
import { useQuery } from "@tessera/query";
import { useUiSettings } from "@tessera/ui";
import { useMemo } from "react";
import { finance, keys } from "../api.ts";
import { monthText } from "../summary/period.ts";

/** Months as the person has them: on which day they begin, the one of today, and how they are written. */
export function useMonths() {
  const { locale, timeZone } = useUiSettings();
  const preferences = useQuery({
    queryKey: keys.preferences,
    queryFn: ({ signal }) => finance.preferences(signal),
  });
  const firstDay = preferences.data?.firstDay ?? 1;
  const remindDays = preferences.data?.remindDays;
  return useMemo(
    () => ({
      firstDay,
      /** Days before a payment is due that the queue asks for it; null: never; undefined: not known yet. */
      remindDays,
      thisMonth: monthOf(dayOf(new Date(), timeZone), firstDay),
      daysOf: (month: string) => daysOf(month, firstDay),
      text: (month: string, style: "long" | "short" = "long") => monthText(month, locale, style, firstDay),
    }),
    [firstDay, remindDays, locale, timeZone],
  );
}
