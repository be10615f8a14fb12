import { useMemo } from "react";
import { useUiSettings } from "./provider.tsx";

/** Writes a moment in the person's locale and time zone: "14:06" today, else "19 Nov, 18:12". */
export function useMoment() {
  const { locale, timeZone } = useUiSettings();
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "short" });
    const time = new Intl.DateTimeFormat(locale, { timeZone, hour: "2-digit", minute: "2-digit" });
    const both = new Intl.DateTimeFormat(locale, {
      timeZone,
      day: "numeric",
      month: "short",
      hour: "2-digit",
      minute: "2-digit",
    });
    return (at: string) => {
      const moment = new Date(at);
      return (day.format(moment) === day.format(new Date()) ? time : both).format(moment);
    };
  }, [locale, timeZone]);
}
