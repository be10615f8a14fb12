import { dayOf, startOfDay } from "@tessera/contracts-core/days.ts";
import { shortAge, useUiSettings } from "@tessera/ui";

const formats = new Map<string, Intl.DateTimeFormat>();
/** Making a formatter costs as much as rendering a row; there are few of them. */
function exact(locale: string | undefined, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short", timeZone });
    formats.set(key, format);
  }
  return format;
}

/**
 * Age of a row; the list renews all of them together (`now`), where a clock in each row would cost a timer a row. A day
 * on which something is due has no hours to count: the row's line names it.
 */
export function Age({ at, now, isDue = false }: { at: string; now: Date; isDue?: boolean }) {
  const { locale, timeZone } = useUiSettings();
  const moment = new Date(at);
  if (isDue && startOfDay(dayOf(moment, timeZone), timeZone).getTime() === moment.getTime()) return null;
  return (
    <time dateTime={at} title={exact(locale, timeZone).format(moment)}>
      {shortAge(moment, now, locale, timeZone)}
    </time>
  );
}
