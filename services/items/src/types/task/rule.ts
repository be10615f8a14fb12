import { RRuleTemporal } from "rrule-temporal";

// Days alone: of no time zone. The time of a task is that of the person's clock, whatever the day.

/** Rules are a person's text: one that names no day must not hold the process up. */
const bounds = (rule: string) => ({
  maxIterations: rule.startsWith("FREQ=DAILY") ? 400 : 100,
  maxCandidateEvaluations: 2000,
});

/** The first day that an RRULE names after both; null when there is none. @param due where its rhythm begins */
export function nextByRule(rule: string, due: string, today: string): string | null {
  try {
    const dates = new RRuleTemporal({
      rruleString: `DTSTART:${due.replaceAll("-", "")}T000000Z\nRRULE:${rule}`,
      ...bounds(rule),
    });
    const after = new Date(`${due > today ? due : today}T00:00:00Z`);
    return dates.next(after, false)?.toString().slice(0, 10) ?? null;
  } catch {
    return null;
  }
}

/** Greatest numbers of each part; the library leaves out what is greater. */
const NUMBERS: Record<string, number> = { BYMONTHDAY: 31, BYMONTH: 12, BYWEEKNO: 53, BYYEARDAY: 366, BYSETPOS: 366 };

/** Whether an RRULE is one, and names days. @returns why not, or null */
export function faultOf(rule: string): string | null {
  const ends = /;UNTIL=([^;]*)/.exec(rule)?.[1];
  if (ends !== undefined && !/^\d{8}(T\d{6}Z)?$/.test(ends)) return "UNTIL must be a day such as 20271231";
  for (const [part, values = ""] of rule.split(";").map((one) => one.split("=", 2) as [string, string])) {
    const most = NUMBERS[part];
    const wrong = values
      .split(",")
      .find((value) => !/^[+-]?[1-9]\d*$/.test(value) || Math.abs(Number(value)) > (most ?? 0));
    if (most !== undefined && wrong !== undefined) return `${part} takes no ${wrong}`;
  }
  const endless = rule.replace(/;UNTIL=[^;]*/, "");
  return nextByRule(endless, "2024-01-01", "2024-01-01") ? null : "names no day, or is no RRULE";
}
