import { addDays, dayOf, momentOf, weekdayOf } from "@tessera/contracts-core/days.ts";
import { type CardSnooze, Weekday } from "@tessera/contracts-items/rules.ts";

const HOUR_MS = 3_600_000;

/** Until when a rule that runs now snoozes a card, as ISO 8601. @param zone whose clock says days and times */
export function snoozedUntil(snooze: CardSnooze, now: Date, zone: string): string {
  if ("hours" in snooze) return new Date(now.getTime() + snooze.hours * HOUR_MS).toISOString();
  const today = dayOf(now, zone);
  const days = "days" in snooze ? snooze.days : daysUntil(snooze.weekday, today);
  return momentOf(`${addDays(today, days)}T${snooze.at}`, zone).toISOString();
}

/** 1 to 7: on a Monday, the next Monday is a week later. */
function daysUntil(weekday: Weekday, today: string): number {
  // Weekdays of a week that begins on Sunday.
  const wanted = (Weekday.options.indexOf(weekday) + 1) % 7;
  return ((wanted - weekdayOf(today) + 6) % 7) + 1;
}
