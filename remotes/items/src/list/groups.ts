import { dayOf } from "@tessera/contracts-core/days.ts";
import { UPCOMING_LIST } from "@tessera/contracts-items/by-day.ts";
import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import type { Group } from "@tessera/ui";
import { PRIORITY_WORDS } from "../types/task/priorities.ts";
import type { DaysAround, Region } from "./days-around.ts";
import { type ListQuery, sortOf } from "./list-query.ts";

/** Names a past time as a list's heading does: "Today", "Earlier this week", "October 2026". */
export function pastLabel(iso: string, days: DaysAround, region: Region): string {
  const time = Date.parse(iso);
  if (time >= days.tomorrow) return "Upcoming";
  if (time >= days.today) return "Today";
  if (time >= days.yesterday) return "Yesterday";
  if (time >= days.week) return "Earlier this week";
  if (time >= days.lastWeek) return "Last week";
  return monthName(new Date(time), region);
}

const months = new Map<string, string>();
function monthName(date: Date, { locale, timeZone }: Region): string {
  const key = `${locale} ${dayOf(date, timeZone).slice(0, 7)}`;
  let name = months.get(key);
  if (!name) {
    name = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone }).format(date);
    months.set(key, name);
  }
  return name;
}

/** Names the urgency of a due date. */
export function dueLabel(iso: string | null, days: DaysAround): string {
  if (!iso) return "No due date";
  const time = Date.parse(iso);
  if (time < days.today) return "Overdue";
  if (time < days.tomorrow) return "Today";
  if (time < days.dayAfterTomorrow) return "Tomorrow";
  return time < days.inAWeek ? "Next 7 days" : "Later";
}

const NO_PRIORITY = "No priority";

const dayNames = new Map<string, string>();
/** "Tomorrow, Thu 26 Nov", "Fri 4 Dec": one heading a day. */
function dayLabel(iso: string | null, days: DaysAround, { locale, timeZone }: Region): string {
  if (!iso) return "No due date";
  const at = new Date(iso);
  const key = `${locale} ${dayOf(at, timeZone)}`;
  let name = dayNames.get(key);
  if (!name) {
    const year = days.inAWeek + YEAR < at.getTime() ? ({ year: "numeric" } as const) : {};
    const fields = { weekday: "short", day: "numeric", month: "short", ...year, timeZone } as const;
    name = new Intl.DateTimeFormat(locale, fields).format(at);
    dayNames.set(key, name);
  }
  const time = at.getTime();
  return time < days.tomorrow ? "Today" : time < days.dayAfterTomorrow ? `Tomorrow, ${name}` : name;
}
const YEAR = 300 * 86_400_000;

/** How rows of this list are named in headings; null when the order has none (titles, relevance). */
export function labelOf(query: ListQuery, days: DaysAround, region: Region): ((row: ItemSummary) => string) | null {
  const sort = sortOf(query);
  if (sort === "title" || sort === "relevance" || sort === "manual") return null;
  if (sort === "priority") return (row) => (row.priority ? PRIORITY_WORDS[row.priority] : NO_PRIORITY);
  if (sort === "due" && query.type === UPCOMING_LIST) return (row) => dayLabel(row.dueAt, days, region);
  if (sort === "due") return (row) => dueLabel(row.dueAt, days);
  if (sort === "wake") return (row) => (row.snoozeUntil ? dueLabel(row.snoozeUntil, days) : "Not snoozed");
  const field = sort === "updated" ? "updatedAt" : "createdAt";
  return (row) => pastLabel(row[field], days, region);
}

/**
 * Headings of a sorted list. Equal labels stand together, so each heading's end is found by doubling and halving:
 * a hundred thousand rows cost a few hundred comparisons, not a scan.
 */
export function groupsOf(rows: readonly ItemSummary[], label: ((row: ItemSummary) => string) | null): Group[] {
  const groups: Group[] = [];
  if (!label) return groups;
  let index = 0;
  while (index < rows.length) {
    const name = label(rows[index] as ItemSummary);
    groups.push({ index, label: name });
    let step = 1;
    let inside = index;
    while (inside + step < rows.length && label(rows[inside + step] as ItemSummary) === name) {
      inside += step;
      step *= 2;
    }
    while (step >= 1) {
      if (inside + step < rows.length && label(rows[inside + step] as ItemSummary) === name) inside += step;
      else step = Math.floor(step / 2);
    }
    index = inside + 1;
  }
  return groups;
}
