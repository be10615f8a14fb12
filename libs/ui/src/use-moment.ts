import { useMemo } from "react";
import { clock } from "./clock.ts";
import { useUiSettings } from "./provider.tsx";

/** Writes a moment in the person's locale and time zone: "14:06" today, else "19 Nov, 18:12". */
export function useMoment() {
  const { locale, timeZone } = useUiSettings();
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "short" });
    const time = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: "short" });
    const both = new Intl.DateTimeFormat(locale, {
      timeZone,
      day: "numeric",
      month: "short",
      ...clock(locale),
    });
    return (at: string) => {
      const moment = new Date(at);
      return (day.format(moment) === day.format(new Date()) ? time : both).format(moment);
    };
  }, [locale, timeZone]);
}
