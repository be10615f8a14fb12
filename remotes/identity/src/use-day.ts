import { useUiSettings } from "@tessera/ui";
import { useMemo } from "react";

/** Writes a moment as a day in the person's locale and time zone: "19 Nov 2026". */
export function useDay() {
  const { locale, timeZone } = useUiSettings();
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(locale, { timeZone, day: "numeric", month: "short", year: "numeric" });
    return (at: string) => day.format(new Date(at));
  }, [locale, timeZone]);
}
