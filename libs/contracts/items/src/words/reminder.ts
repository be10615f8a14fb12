/** Most minutes before something is due that one can be reminded of it: four weeks. */
export const MAX_REMINDER = 28 * 24 * 60;

const DAY = 24 * 60;
const UNITS = { minute: 1, hour: 60, day: DAY, week: 7 * DAY };
const SPAN = String.raw`(?<count>\d{1,3}|an?|one|two|three) ?(?<unit>minute|min|hour|day|week)s?`;
const PATTERN = new RegExp(
  String.raw`(?<=^|[\s(])(?:remind me (?:${SPAN} (?:before|early)|(?<due>when (?:it is )?due|on time))|!(?<short>\d{1,3})(?<letter>min|[mhdw]))(?=$|[\s),.;:!?])`,
  "giu",
);
const COUNTS: Record<string, number> = { a: 1, an: 1, one: 1, two: 2, three: 3 };

/** The reminders that a line names, in minutes before it is due: "remind me 1 hour before", "!30m", "!1d". */
export function readReminder(line: string): { from: number; to: number; reminder: number }[] {
  return [...line.matchAll(PATTERN)].flatMap((match) => {
    const { count = "", due, short = count, letter } = match.groups ?? {};
    const unit = (letter ?? match.groups?.unit ?? "").toLowerCase();
    const [, minutes] = Object.entries(UNITS).find(([name]) => name.startsWith(unit)) ?? ["", 0];
    const reminder = due ? 0 : (COUNTS[short.toLowerCase()] ?? Number(short)) * minutes;
    return reminder > MAX_REMINDER ? [] : [{ from: match.index, to: match.index + match[0].length, reminder }];
  });
}

/** "10 minutes", "1 hour", "2 days". */
function spanWords(minutes: number): string {
  const [unit, length] = minutes % DAY === 0 ? ["day", DAY] : minutes % 60 === 0 ? ["hour", 60] : ["minute", 1];
  const count = minutes / Number(length);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/**
 * "when due", "1 hour before"; where no time of the day was said: "at 9:00 on the day", "at 9:00 the day before".
 *
 * @param minutes before it is due @param wholeDay it is due on a day without a time, and counted from its 9:00
 */
export function reminderWords(minutes: number, wholeDay = false): string {
  if (!wholeDay) return minutes === 0 ? "when due" : `${spanWords(minutes)} before`;
  if (minutes === 0) return "at 9:00 on the day";
  if (minutes === DAY) return "at 9:00 the day before";
  return minutes % DAY === 0 ? `at 9:00, ${spanWords(minutes)} before` : `${spanWords(minutes)} before 9:00 on the day`;
}
