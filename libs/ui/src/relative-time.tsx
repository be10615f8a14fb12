import { useEffect, useReducer } from "react";
import { useUiSettings } from "./provider.tsx";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Making a formatter costs as much as drawing a row; there are few of them. */
function formatOf(locale: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options);
    formats.set(key, format);
  }
  return format;
}

/** "now", "14 min", "3 h", "Thu", "9 Nov", "9 Nov 2025": what a row has room for. */
export function shortAge(at: Date, now: Date, locale?: string, timeZone?: string): string {
  const ms = now.getTime() - at.getTime();
  const ahead = ms < 0;
  const size = Math.abs(ms);
  if (size < minute) return "now";
  if (size < hour) return `${ahead ? "in " : ""}${Math.floor(size / minute)} min`;
  if (size < 20 * hour) return `${ahead ? "in " : ""}${Math.floor(size / hour)} h`;
  if (size < 6 * day) return formatOf(locale, { weekday: "short", timeZone }).format(at);
  const sameYear = at.getFullYear() === now.getFullYear();
  const year = sameYear ? {} : ({ year: "numeric" } as const);
  return formatOf(locale, { day: "numeric", month: "short", ...year, timeZone }).format(at);
}

/** The same within a sentence: "just now", "14 min ago", "in 3 h", "on Thu", "on 9 Nov". */
function inWords(at: Date, now: Date, locale?: string, timeZone?: string): string {
  const age = shortAge(at, now, locale, timeZone);
  if (age === "now") return "just now";
  if (age.startsWith("in ")) return age;
  return / (min|h)$/.test(age) ? `${age} ago` : `on ${age}`;
}

/**
 * The age of a moment, exact on hover, in the person's locale and time zone; kept up to date each minute. `inSentence`
 * makes words of it.
 */
export function RelativeTime({ at, inSentence }: { at: string | Date; inSentence?: boolean }) {
  const { locale, timeZone } = useUiSettings();
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(again, minute);
    return () => clearInterval(timer);
  }, []);
  const moment = typeof at === "string" ? new Date(at) : at;
  const exact = formatOf(locale, { dateStyle: "full", timeStyle: "short", timeZone }).format(moment);
  return (
    <time dateTime={moment.toISOString()} title={exact}>
      {(inSentence ? inWords : shortAge)(moment, new Date(), locale, timeZone)}
    </time>
  );
}
