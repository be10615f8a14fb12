import type { ItemSummary } from "@tessera/contracts/items.ts";
import { type ListQuery, sortOf } from "./list-query.ts";

/** A heading stands before the row at `index`. */
export interface Group {
  index: number;
  label: string;
}

const DAY = 86_400_000;

/** Midnight at the person's own place, `days` from the day of `now`. */
const midnight = (now: Date, days = 0) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime();

/** Names a past time as a list's heading does: "Today", "Earlier this week", "October 2026". */
export function pastLabel(iso: string, now: Date, locale?: string): string {
  const time = Date.parse(iso);
  if (time >= midnight(now, 1)) return "Upcoming";
  if (time >= midnight(now)) return "Today";
  if (time >= midnight(now, -1)) return "Yesterday";
  const weekday = (now.getDay() + 6) % 7;
  if (time >= midnight(now, -weekday)) return "Earlier this week";
  if (time >= midnight(now, -weekday - 7)) return "Last week";
  return monthName(new Date(time), locale);
}

const months = new Map<string, string>();
function monthName(date: Date, locale?: string): string {
  const key = `${locale ?? ""} ${date.getFullYear()}-${date.getMonth()}`;
  let name = months.get(key);
  if (!name) {
    name = new Intl.DateTimeFormat(locale || undefined, { month: "long", year: "numeric" }).format(date);
    months.set(key, name);
  }
  return name;
}

/** Names the urgency of a due date. */
export function dueLabel(iso: string | null, now: Date): string {
  if (!iso) return "No due date";
  const time = Date.parse(iso);
  if (time < midnight(now)) return "Overdue";
  if (time < midnight(now, 1)) return "Today";
  if (time < midnight(now, 2)) return "Tomorrow";
  return time < midnight(now) + 7 * DAY ? "Next 7 days" : "Later";
}

/** How rows of this list are named in headings; null when the order has none (titles, relevance). */
export function labelOf(query: ListQuery, now: Date, locale?: string): ((row: ItemSummary) => string) | null {
  const sort = sortOf(query);
  if (sort === "title" || sort === "relevance") return null;
  if (sort === "due") return (row) => dueLabel(row.dueAt, now);
  const field = sort === "updated" ? "updatedAt" : "createdAt";
  return (row) => pastLabel(row[field], now, locale);
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
