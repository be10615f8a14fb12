import { existing } from "@tessera/contracts-agents/next-run.ts";
import { wallTime } from "@tessera/contracts-core/days.ts";
import { CronExpressionParser } from "cron-parser";
import cronstrue from "cronstrue";
import { RRuleTemporal } from "rrule-temporal";
import { toText } from "rrule-temporal/totext";

/** A pattern with what it is read by. */
export interface Patterned {
  /** A cron expression of five fields, or an RRULE without its name. */
  pattern: string;
  /** "08:00": of the first day of an RRULE. */
  time: string;
  timeZone: string;
  /** Day from which an RRULE counts. */
  anchor: string;
}

/** Least minutes between two of the next times. */
export const LEAST_MINUTES = 5;
/** Times that are looked at for it. */
const LOOKED_AT = 20;
/** Rules are a person's text: one that names no time must not hold the process up. */
const BOUNDS = { maxIterations: 4_000, maxCandidateEvaluations: 20_000 };

const isRule = (pattern: string) => /^FREQ=/i.test(pattern);

/** As it is kept: an RRULE without its name and in capitals, a cron expression with single spaces. */
export const tidyPattern = (pattern: string): string => {
  const tidy = pattern
    .trim()
    .replace(/^RRULE:/i, "")
    .replace(/\s+/g, " ");
  return isRule(tidy) ? tidy.toUpperCase() : tidy;
};

/** The next time after a moment; null where there is none. @throws Error for what is no pattern */
export function nextOfPattern({ pattern, time, timeZone, anchor }: Patterned, after: Date): Date | null {
  if (!isRule(pattern))
    return CronExpressionParser.parse(pattern, { currentDate: after, tz: timeZone }).next().toDate();
  // Over the times of a clock, so that one that the clock skips is treated as in every other rhythm.
  const begins = `${anchor.replaceAll("-", "")}T${time.replace(":", "")}00Z`;
  const rule = new RRuleTemporal({ rruleString: `DTSTART:${begins}\nRRULE:${pattern}`, ...BOUNDS });
  for (let from = wallTime(after, timeZone); ; ) {
    const next = rule.next(new Date(`${from}Z`), false);
    if (!next) return null;
    from = next.toString().slice(0, "2026-11-26T08:00".length);
    const at = existing(from, timeZone);
    if (at > after) return at;
  }
}

/** Why a pattern cannot be kept, in words that follow a colon; null where it can. */
export function faultOfPattern(patterned: Patterned, now: Date): string | null {
  const { pattern } = patterned;
  if (isRule(pattern) ? /[^A-Z0-9=;,+-]/.test(pattern) : !isCron(pattern))
    return 'it is neither five fields of cron such as "0 8 * * 1-5" nor an RRULE such as "FREQ=MONTHLY;BYDAY=-1FR"';
  const wrong = isRule(pattern) && faultOfParts(pattern);
  if (wrong) return wrong;
  const times: Date[] = [];
  try {
    for (let at: Date | null = now; times.length < LOOKED_AT; times.push(at)) {
      at = nextOfPattern(patterned, at);
      if (!at) break;
    }
  } catch (error) {
    if (!times.length) return `it cannot be read (${(error as Error).message.split("\n")[0]!.slice(0, 100)})`;
  }
  if (!times.length) return "it names no time that is still to come";
  const isOften = times.some(
    (at, index) => index > 0 && at.getTime() - times[index - 1]!.getTime() < LEAST_MINUTES * 60_000,
  );
  return isOften ? `it runs more often than every ${LEAST_MINUTES} minutes` : null;
}

/** Greatest numbers of each part; the library leaves out what is greater, and parts that it does not know. */
const PARTS: Record<string, number | null> = {
  ...{ FREQ: null, BYDAY: null, WKST: null, UNTIL: null, INTERVAL: 1_000, COUNT: 10_000 },
  ...{ BYHOUR: 23, BYMINUTE: 59, BYMONTHDAY: 31, BYMONTH: 12, BYWEEKNO: 53, BYYEARDAY: 366, BYSETPOS: 366 },
};

function faultOfParts(rule: string): string | null {
  if (!/^FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)(;|$)/.test(rule)) return "it must count days, weeks, months or years";
  for (const [name = "", values = ""] of rule.split(";").map((part) => part.split("=", 2))) {
    const most = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (most === undefined)
      return `${name.slice(0, 20) || "an empty part"} is not a part of an RRULE that is taken here`;
    const isWrong = (value: string) => !/^[+-]?\d+$/.test(value) || Math.abs(Number(value)) > most!;
    const wrong = most === null ? undefined : values.split(",").find(isWrong);
    if (wrong !== undefined) return `${name} takes no ${wrong.slice(0, 20) || "empty value"}`;
  }
  return null;
}

/** Five fields of numbers, names of months and days, lists, ranges and steps. */
function isCron(pattern: string): boolean {
  const fields = pattern.toUpperCase().split(" ");
  const names = /\b(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|SUN|MON|TUE|WED|THU|FRI|SAT)\b/g;
  return fields.length === 5 && fields.every((field) => /^[\d*,/#L-]+$/.test(field.replace(names, "1")));
}

/** "At 08:00, Monday through Friday" */
export function patternInWords({ pattern, time }: Pick<Patterned, "pattern" | "time">): string {
  try {
    const words = isRule(pattern)
      ? ruleInWords(pattern, time)
      : cronstrue.toString(pattern, { use24HourTimeFormat: true });
    return words.charAt(0).toUpperCase() + words.slice(1);
  } catch {
    return pattern;
  }
}

function ruleInWords(rule: string, time: string): string {
  const words = toText(new RRuleTemporal({ rruleString: `DTSTART:20260101T000000Z\nRRULE:${rule}` }));
  return rule.includes("BYHOUR") ? words.replace(/ UTC$/, "") : `${words} at ${time}`;
}
