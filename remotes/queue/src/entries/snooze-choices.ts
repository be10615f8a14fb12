import { addDays, dayOf, momentOf, weekdayOf } from "@tessera/contracts/days.ts";
import { shell } from "@tessera/shell-api";

export interface SnoozeChoice {
  label: string;
  until: Date;
}

/** Hour at which a snoozed day begins, local time. */
const MORNING = 9;
const EVENING = 18;

/** Times to snooze until, soonest first, by the clock of the person's time zone; without one, of the machine's. */
export function snoozeChoices(now: Date, zone?: string): SnoozeChoice[] {
  const today = dayOf(now, zone);
  const at = (days: number, hour: number) => momentOf(`${addDays(today, days)}T${String(hour).padStart(2, "0")}:00`, zone);
  const untilMonday = (8 - weekdayOf(today)) % 7 || 7;
  const choices = [
    { label: "In three hours", until: new Date(now.getTime() + 3 * 3_600_000) },
    { label: "This evening", until: at(0, EVENING) },
    { label: "Tomorrow", until: at(1, MORNING) },
    { label: "Next Monday", until: at(untilMonday, MORNING) },
    { label: "In a week", until: at(7, MORNING) },
  ];
  // Whatever is nearly over, and Monday when it is tomorrow or a week from now, says nothing new.
  return choices
    .filter(
      ({ label, until }) =>
        until.getTime() - now.getTime() > 3_600_000 && (label !== "Next Monday" || (untilMonday > 1 && untilMonday < 7)),
    )
    .sort((a, b) => a.until.getTime() - b.until.getTime());
}

/** "Mon 23 Nov, 09:00" in the person's locale and time zone. */
export function untilWords(until: Date): string {
  const { locale, timeZone } = shell().preferences.get();
  return until.toLocaleString(locale || undefined, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: timeZone || undefined,
  });
}
