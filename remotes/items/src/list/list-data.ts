import { addDays, dayOf, startOfDay } from "@tessera/contracts-core/days.ts";
import { isByDay, TODAY_LIST } from "@tessera/contracts-items/by-day.ts";
import type { ItemPage, ItemSummary } from "@tessera/contracts-items/items.ts";
import { isAsleep, SNOOZED_LIST } from "@tessera/contracts-items/snoozed.ts";
import { shell } from "@tessera/shell-api";
import { assigneeKey } from "../types/task/assignees.ts";
import { type ListQuery, type ListSort, orderOf, sortOf, tagsIn } from "./list-query.ts";
import { isInSection } from "./sections/in-section.ts";

/** The loaded beginning of a list; `total` counts what is not loaded too. */
export interface ListData {
  rows: ItemSummary[];
  total: number;
  nextCursor: string | null;
}

export const fromPage = (page: ItemPage): ListData => ({
  rows: page.items,
  total: page.total,
  nextCursor: page.nextCursor,
});

/** Adds the next page; a row that moved down between two requests is shown once. */
export function append(data: ListData, page: ItemPage): ListData {
  const tail = new Set(data.rows.slice(-page.items.length).map((row) => row.id));
  return {
    rows: data.rows.concat(page.items.filter((row) => !tail.has(row.id))),
    total: page.total,
    nextCursor: page.nextCursor,
  };
}

/**
 * Lays a fresh first page over a list that is loaded further, so that a refresh does not throw away where a person is.
 */
export function mergeHead(data: ListData, page: ItemPage): ListData {
  const last = page.items.at(-1);
  if (!last || page.nextCursor === null) return fromPage(page);
  const joint = data.rows.findIndex((row) => row.id === last.id);
  if (joint < 0 || joint === data.rows.length - 1) return fromPage(page);
  const fresh = new Set(page.items.map((row) => row.id));
  return {
    rows: page.items.concat(data.rows.slice(joint + 1).filter((row) => !fresh.has(row.id))),
    total: page.total,
    nextCursor: data.nextCursor,
  };
}

const KNOWN: ReadonlySet<string> = new Set(["inbox", "later", "done", "archived", "trash"]);

/** Whether a row belongs in the list after a change; text is not judged here, the server does that. */
export function belongs(query: ListQuery, row: ItemSummary, now: Date): boolean {
  const snoozed = row.snoozeUntil !== null && new Date(row.snoozeUntil) > now;
  const status = query.status ?? (query.type === "inbox" ? "inbox" : undefined);
  if (query.type === "inbox" && status === "inbox" && snoozed) return false;
  if (query.type === SNOOZED_LIST && !isAsleep(row, now)) return false;
  if (isByDay(query.type) && !isInDays(query.type, row, snoozed, now)) return false;
  if (query.only && row.type !== query.only) return false;
  if (query.group && query.section !== undefined && !isInSection(query.group, query.section, row, now)) return false;
  if (query.assignee && assigneeKey(row.assignee) !== query.assignee) return false;
  const had = new Set(row.tags.map((tag) => tag.toLowerCase()));
  if (!tagsIn(query).every((tag) => had.has(tag.toLowerCase()))) return false;
  if (!KNOWN.has(row.status)) return false;
  if (status === "any") return true;
  return status ? row.status === status : row.status !== "trash";
}

/** Whether a card is due on the days of a list, and still open. */
function isInDays(type: string, row: ItemSummary, snoozed: boolean, now: Date): boolean {
  if (row.done === undefined || row.dueAt === null || (row.status !== "inbox" && row.status !== "later")) return false;
  const timeZone = shell().preferences.get().timeZone || undefined;
  const tomorrow = startOfDay(addDays(dayOf(now, timeZone), 1), timeZone);
  const isToday = new Date(row.dueAt) < tomorrow;
  return type === TODAY_LIST ? isToday && !snoozed : !isToday;
}

/** A row taken out, and the row it stood before, to put it back where it was. */
export interface Removed {
  row: ItemSummary;
  beforeId: string | null;
}

/**
 * Replaces rows by their changed versions, and takes out those that no longer belong.
 * @param arrivals cards that came from another section of the list, where they belong into this one
 */
export function changeRows(
  query: ListQuery,
  data: ListData,
  changed: ReadonlyMap<string, ItemSummary>,
  now: Date,
  arrivals: readonly ItemSummary[] = [],
): { data: ListData; removed: Removed[]; added: ReadonlySet<string> } {
  const rows: ItemSummary[] = [];
  const removed: Removed[] = [];
  let open: Removed[] = [];
  let touched = false;
  for (const row of data.rows) {
    const next = changed.get(row.id);
    if (next) touched = true;
    if (next && !belongs(query, next, now)) {
      open.push({ row, beforeId: null });
      continue;
    }
    for (const one of open) one.beforeId = row.id;
    removed.push(...open);
    open = [];
    rows.push(next ?? row);
  }
  removed.push(...open);
  const added = new Set<string>();
  if (touched && sortOf(query) === "manual") inOrderByHand(rows, changed, query);
  for (const row of arrivals) {
    if (data.rows.some(({ id }) => id === row.id) || !belongs(query, row, now)) continue;
    touched = true;
    added.add(row.id);
    const at = placeIn(rows, row, query);
    // Behind what is loaded it is not shown yet.
    if (at < rows.length || data.nextCursor === null) rows.splice(at, 0, row);
  }
  const total = data.total - removed.length + added.size;
  return touched ? { data: { ...data, rows, total }, removed, added } : { data, removed, added };
}

/** Takes cards that were moved to where they stand now. */
function inOrderByHand(rows: ItemSummary[], changed: ReadonlyMap<string, ItemSummary>, query: ListQuery): void {
  const moved = rows.filter((row) => changed.has(row.id));
  const stayed = rows.filter((row) => !changed.has(row.id));
  for (const row of moved) stayed.splice(placeIn(stayed, row, query), 0, row);
  rows.splice(0, rows.length, ...stayed);
}

/** Takes out again what `changeRows` added. */
export const withoutRows = (data: ListData, added: ReadonlySet<string>): ListData =>
  added.size === 0
    ? data
    : { ...data, rows: data.rows.filter(({ id }) => !added.has(id)), total: data.total - added.size };

/** Where a card stands by hand: where it was moved to, else by when it was captured, the newest first. */
export const placeOf = ({ placed, createdAt }: Pick<ItemSummary, "placed" | "createdAt">): number =>
  placed ?? -Date.parse(createdAt) / 1000;

const PRIORITIES = { high: 1, medium: 2, low: 3 };

/** What a list sorts a row by; null is last in either direction. */
function sortKeyOf(row: ItemSummary, sort: ListSort): number | string | null {
  switch (sort) {
    case "manual":
      return placeOf(row);
    case "title":
      return row.title.toLowerCase();
    case "due":
      return row.dueAt && Date.parse(row.dueAt);
    case "wake":
      return row.snoozeUntil && Date.parse(row.snoozeUntil);
    case "priority":
      return row.priority ? PRIORITIES[row.priority] : 4;
    default:
      return Date.parse(sort === "updated" ? row.updatedAt : row.createdAt);
  }
}

/** The index at which a card comes into rows that are in their order. */
function placeIn(rows: readonly ItemSummary[], row: ItemSummary, query: ListQuery): number {
  const sort = sortOf(query);
  const way = (query.order ?? orderOf(sort)) === "asc" ? 1 : -1;
  const key = sortKeyOf(row, sort);
  const at = rows.findIndex((other) => {
    const its = sortKeyOf(other, sort);
    if (its === null || key === null) return its === null && key !== null;
    return its === key ? (other.id > row.id ? 1 : -1) * way > 0 : (its > key ? 1 : -1) * way > 0;
  });
  return at < 0 ? rows.length : at;
}

/** Puts rows back where they were; a row whose neighbour is gone goes to the end of what is loaded. */
export function putBack(data: ListData, removed: readonly Removed[]): ListData {
  const rows = [...data.rows];
  let count = 0;
  for (const { row, beforeId } of removed) {
    if (rows.some((one) => one.id === row.id)) continue;
    const at = beforeId === null ? rows.length : rows.findIndex((one) => one.id === beforeId);
    rows.splice(at < 0 ? rows.length : at, 0, row);
    count++;
  }
  return { ...data, rows, total: data.total + count };
}
