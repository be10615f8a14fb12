import type { AgentSchedule, Rhythm } from "@tessera/contracts-agents/schedules.ts";

/** By number: 0 is Sunday. */
export const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** Days that every month has. */
const SHORTEST_MONTH = 28;

type When = Pick<AgentSchedule, "rhythm" | "time" | "timeZone" | "pattern" | "patternWords">;

/** "Every weekday at 08:00, Europe/Berlin" */
export function whenInWords({ rhythm, time, timeZone, ...of }: When): string {
  if (of.pattern) return `${of.patternWords ?? of.pattern}, ${timeZone.replaceAll("_", " ")}`;
  return `${daysInWords(rhythm)} at ${time}, ${timeZone.replaceAll("_", " ")}`;
}

function daysInWords(rhythm: Rhythm): string {
  if (rhythm.every === "day") return "Every day";
  if (rhythm.every === "weekday") return "Every weekday";
  if (rhythm.every === "month") {
    const day = `On the ${ordinal(rhythm.day)} of every month`;
    return rhythm.day > SHORTEST_MONTH ? `${day}, or its last day,` : day;
  }
  const days = WEEKDAYS.filter((_, day) => rhythm.days.includes(day));
  // A week that begins on Monday reads as people say it.
  const inOrder = days[0] === "Sunday" ? [...days.slice(1), days[0]] : days;
  return `Every ${new Intl.ListFormat("en-GB").format(inOrder)}`;
}

const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
const rules = new Intl.PluralRules("en", { type: "ordinal" });
/** "1st", "22nd", "31st" */
export const ordinal = (number: number) => `${number}${ENDINGS[rules.select(number)] ?? "th"}`;

/** "Fri, 27 Nov, 08:00", on the schedule's own clock. */
export const momentInWords = (at: string | Date, timeZone: string, locale?: string) =>
  new Date(at).toLocaleString(locale, {
    ...{ weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit", timeZone },
  });

/** Why a schedule is paused. */
export const PAUSED: Record<NonNullable<AgentSchedule["paused"]>, string> = {
  person: "Paused",
  account: "Paused while your account is suspended. It resumes when that ends.",
  plan: "Paused: your plan does not include agents. The schedule resumes when your plan does.",
};

export const ENDED = "Ended: its pattern names no more times";

/** Why a run was skipped. */
export const SKIPPED: Record<NonNullable<AgentSchedule["skipped"]>["because"], string> = {
  open: "the previous run had not finished",
  runs: "you had too many open runs",
};
