import { momentOfDue, readDue } from "@tessera/contracts-core/day-words.ts";
import { dayOf } from "@tessera/contracts-core/days.ts";
import { firstDay, type Repeat, readRepeat } from "@tessera/contracts-items/words/repeat.ts";

/** When a task is due, as it is stored. */
export interface DueFields {
  dueAt: string;
  /** Where no time of the day was said. */
  dueDay?: string;
  repeat?: Repeat;
}

/** Words between a rhythm, its day and its time: "every 3 months starting 1 March at 9:00". */
const BETWEEN = /\b(?:starting|start|from|on|at)\b|[,\s]/gi;

/** A time that is all there is after a rhythm: "every day 9am". */
const TIME_ALONE = /^\s*(?=\d{1,2}(?::\d{2}| ?[ap]m)(?: ?[ap]m)?\s*$)/i;

const cut = (text: string, { from, to }: { from: number; to: number }) => `${text.slice(0, from)} ${text.slice(to)}`;

/**
 * Reads the text of a date as a capture would: all of it, or nothing. What is said after a rhythm as a time alone is
 * one of the rhythm's first day.
 */
export function dueOfText(text: string, clock: { now: Date; timeZone: string }): DueFields | null {
  const [rhythm] = readRepeat(text);
  const days = rhythm ? cut(text, rhythm).replace(TIME_ALONE, "at ") : text;
  const [said] = readDue(days, clock);
  if (!rhythm && !said) return null;
  if ((said ? cut(days, said) : days).replaceAll(BETWEEN, "")) return null;
  const repeat = rhythm?.repeat;
  const first = repeat && firstDay(dayOf(clock.now, clock.timeZone), repeat);
  const isTimeAlone = said !== undefined && /^at /i.test(days.slice(said.from, said.to));
  const day = said && !(first && isTimeAlone) ? said.due.day : first;
  if (!day) return null;
  const time = said?.due.time ?? null;
  return {
    dueAt: momentOfDue({ day, time }, clock.timeZone).toISOString(),
    ...(time === null ? { dueDay: day } : {}),
    ...(repeat ? { repeat } : {}),
  };
}
