import { addDays, dayOf, startOfDay, weekdayOf } from "@tessera/contracts-core/days.ts";
import type { UiSettings } from "@tessera/ui";

/** How a person reads days: their language, time zone and first day of the week. */
export type Region = Pick<UiSettings, "locale" | "timeZone" | "firstWeekday">;

/** Where the person's own days around now begin, in ms. */
export interface DaysAround {
  today: number;
  yesterday: number;
  tomorrow: number;
  dayAfterTomorrow: number;
  inAWeek: number;
  week: number;
  lastWeek: number;
}

const FIRST = { sunday: 0, monday: 1, saturday: 6 };

export function daysAround(now: Date, { timeZone, firstWeekday = "monday" }: Region): DaysAround {
  const day = dayOf(now, timeZone);
  const at = (days: number) => startOfDay(addDays(day, days), timeZone).getTime();
  const intoWeek = (weekdayOf(day) - FIRST[firstWeekday] + 7) % 7;
  return {
    today: at(0),
    yesterday: at(-1),
    tomorrow: at(1),
    dayAfterTomorrow: at(2),
    inAWeek: at(7),
    week: at(-intoWeek),
    lastWeek: at(-intoWeek - 7),
  };
}
