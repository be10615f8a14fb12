import type { RolloutSchedule, RolloutWindow } from "./schedule.ts";

// Apart from the schemas: pages carry no zod for these.

/** Monday first, as weeks are written. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Stands for every app that has no windows of its own; no app can be called so. */
export const ALL_APPS = "*";

export const weekdayWord = (day: Weekday) => day[0]!.toUpperCase() + day.slice(1);

/** "Mon–Thu 09:00–16:00, Fri 09:00–12:00 (Europe/Berlin)" */
export const windowWords = ({ windows, timeZone }: Pick<RolloutSchedule, "windows" | "timeZone">) =>
  `${windows.map(oneWindow).join(", ")} (${timeZone})`;

const oneWindow = ({ days, from, to }: RolloutWindow) => `${daysWords(days)} ${from}–${to}`;

/** "Mon–Thu", "Mon, Wed–Fri". */
function daysWords(days: readonly Weekday[]): string {
  const runs: Weekday[][] = [];
  for (const [index, day] of WEEKDAYS.entries()) {
    if (!days.includes(day)) continue;
    if (index > 0 && days.includes(WEEKDAYS[index - 1]!)) runs.at(-1)!.push(day);
    else runs.push([day]);
  }
  return runs.map((run) => [...new Set([run[0]!, run.at(-1)!])].map(weekdayWord).join("–")).join(", ");
}
