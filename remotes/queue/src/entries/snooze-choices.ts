import { shell } from "@tessera/shell-api";

export interface SnoozeChoice {
  label: string;
  until: Date;
}

/** Hour at which a snoozed day begins, local time. */
const MORNING = 9;
const EVENING = 18;

const at = (now: Date, days: number, hour: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);

/** Times to snooze until, soonest first, in the time zone of the machine. */
export function snoozeChoices(now: Date): SnoozeChoice[] {
  const untilMonday = (8 - now.getDay()) % 7 || 7;
  const choices = [
    { label: "In three hours", until: new Date(now.getTime() + 3 * 3_600_000) },
    { label: "This evening", until: at(now, 0, EVENING) },
    { label: "Tomorrow", until: at(now, 1, MORNING) },
    { label: "Next Monday", until: at(now, untilMonday, MORNING) },
    { label: "In a week", until: at(now, 7, MORNING) },
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
