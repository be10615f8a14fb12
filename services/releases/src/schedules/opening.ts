import type { Freeze, RolloutHold, RolloutSchedule } from "@tessera/contracts-releases/schedule.ts";
import { WEEKDAYS, type Weekday, windowWords } from "@tessera/contracts-releases/schedule-words.ts";
import { clockChanges, instantsOf, wallClock } from "./local-time.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Each window opens within a week; one that clocks are set forward over opens a week later. */
const SEARCHED = 15 * DAY;

interface Frozen {
  from: number;
  to: number;
  freeze: Freeze;
  timeZone: string;
}

/**
 * Why rollouts hold at an instant (ms), and until when; null while they may continue.
 * @param schedules the app's own and that of all apps: the first that has windows says the hours, freezes of all count
 */
export function holdAt(schedules: readonly RolloutSchedule[], at: number): RolloutHold | null {
  const hours = schedules.find(({ windows }) => windows.length);
  const freezes = schedules.flatMap(frozen);
  const covering = (instant: number) => freezes.find(({ from, to }) => from <= instant && instant < to);
  const freeze = covering(at);
  if (!freeze && (!hours || isWithin(hours, at))) return null;
  let until = at;
  for (;;) {
    const over = covering(until);
    if (over) until = over.to;
    else if (hours && !isWithin(hours, until)) until = nextWithin(hours, until);
    else break;
  }
  return {
    reason: freeze ? freezeWords(freeze) : `Rollouts continue ${windowWords(hours!)}.`,
    until: new Date(until).toISOString(),
  };
}

function frozen({ timeZone, freezes }: RolloutSchedule): Frozen[] {
  const instants = (text: string) => instantsOf(timeZone, Date.parse(`${text}Z`));
  // Where clocks show a time twice, the freeze is the longer one.
  return freezes.map((freeze) => ({
    from: instants(freeze.from)[0]!,
    to: instants(freeze.to).at(-1)!,
    freeze,
    timeZone,
  }));
}

function isWithin({ timeZone, windows }: RolloutSchedule, at: number): boolean {
  const wall = wallClock(timeZone, at);
  const minute = (((wall % DAY) + DAY) % DAY) / MINUTE;
  const weekday = weekdayOf(wall);
  return windows.some(
    ({ days, from, to }) => days.includes(weekday) && minutes(from) <= minute && minute < minutes(to),
  );
}

/** The next instant within a window: where one begins, or where clocks are set into one. */
function nextWithin(schedule: RolloutSchedule, at: number): number {
  const { timeZone, windows } = schedule;
  const today = Math.floor(wallClock(timeZone, at) / DAY) * DAY;
  const begins: number[] = clockChanges(timeZone, at, at + SEARCHED);
  for (let day = today; day <= today + SEARCHED; day += DAY)
    for (const { days, from } of windows)
      if (days.includes(weekdayOf(day))) begins.push(...instantsOf(timeZone, day + minutes(from) * MINUTE));
  const next = begins.sort((one, other) => one - other).find((instant) => instant > at && isWithin(schedule, instant));
  if (next === undefined)
    throw new Error(`no window of ${windowWords(schedule)} opens after ${new Date(at).toISOString()}`);
  return next;
}

const weekdayOf = (wall: number): Weekday => WEEKDAYS[(new Date(wall).getUTCDay() + 6) % 7]!;
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const freezeWords = ({ freeze, timeZone }: Frozen) =>
  `Frozen until ${freeze.to.replace("T", " ")} (${timeZone}): ${freeze.reason}`;
