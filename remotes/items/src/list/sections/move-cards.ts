import { addDays, dayOf } from "@tessera/contracts-core/days.ts";
import type { ItemStatus, ItemSummary } from "@tessera/contracts-items/items.ts";
import { type CardPriority, type ItemGroup, NO_TAG_SECTION } from "@tessera/contracts-items/sections.ts";
import { shell } from "@tessera/shell-api";
import { askDay, askSnooze } from "../../triage/ask.ts";
import type { Change } from "../../triage/change-items.ts";
import { assignedTo, DONE } from "../../triage/use-triage.ts";
import { assigneeBy } from "../../types/task/assignees.ts";
import { isTag } from "./in-section.ts";

/** A change that moves cards, and what is said once it is made. */
export interface MoveChange {
  change: Change;
  done: string;
}

/** Tags that one change takes off at most; contracts-items, BulkChange. */
const MAX_REMOVED = 20;

/** Whether cards can be moved into a section: a type is converted to, and nothing becomes overdue by choice. */
export const isTarget = (group: ItemGroup, key: string): boolean =>
  group !== "type" && !(group === "due" && key === "overdue");

/** The cards of these that a section can take; those that have no day, priority or assignee stay where they are. */
export const movable = (group: ItemGroup, rows: readonly ItemSummary[]): ItemSummary[] =>
  group === "due" || group === "priority" || group === "assignee"
    ? rows.filter((row) => row.done !== undefined)
    : [...rows];

/**
 * What brings cards into a section; asks for the day where the section has several. Undefined when the person changed
 * their mind.
 * @param from the section that they are taken from: of tags, the one that they leave
 */
export async function changeInto(
  { group, key, label, from }: { group: ItemGroup; key: string; label: string; from: string | undefined },
  rows: readonly ItemSummary[],
): Promise<MoveChange | undefined> {
  switch (group) {
    case "status":
      return { change: { set: { status: key as ItemStatus } }, done: DONE[key as ItemStatus] };
    case "priority":
      return { change: { set: { priority: key as CardPriority } }, done: `Moved to ${label}` };
    case "assignee":
      return { change: { set: { assignee: assigneeBy(key, label) } }, done: assignedTo(assigneeBy(key, label)) };
    case "tag":
      return {
        change: tagChange(key, from, rows),
        done: key === NO_TAG_SECTION ? "Tags taken off" : `Moved to ${label}`,
      };
    case "due":
      return dueChange(key, rows);
    case "type":
      return undefined;
  }
}

function tagChange(key: string, from: string | undefined, rows: readonly ItemSummary[]): Change {
  if (key !== NO_TAG_SECTION)
    return { addTags: [key], removeTags: from && from !== NO_TAG_SECTION && !isTag(from, key) ? [from] : [] };
  const tags = new Map(rows.flatMap((row) => row.tags.map((tag) => [tag.toLowerCase(), tag])));
  return { removeTags: [...tags.values()].slice(0, MAX_REMOVED) };
}

async function dueChange(key: string, rows: readonly ItemSummary[]): Promise<MoveChange | undefined> {
  if (key === "none") return { change: { set: { due: { at: null, day: null } } }, done: "Due no more" };
  const today = dayOf(new Date(), shell().preferences.get().timeZone || undefined);
  if (key === "today") return { change: { set: { due: { day: today } } }, done: "Moved to today" };
  if (key === "tomorrow") return { change: { set: { due: { day: addDays(today, 1) } } }, done: "Moved to tomorrow" };
  const choice = await askDay(rows);
  return choice && { change: { set: { due: { day: choice.day } } }, done: `Moved to ${choice.label}` };
}

const STATUSES = ["inbox", "later", "done", "archived", "trash"] as const;

/** What a link of the page takes when cards are let go over it; undefined for links that take none. */
export function linkTarget(href: string): { group: ItemGroup; key: string; tags?: string[] } | "snooze" | undefined {
  const { pathname, searchParams } = new URL(href);
  const tags = (searchParams.get("tag") ?? "").split(",").filter((tag) => tag.trim() !== "");
  if (pathname === "/search") {
    const words = (searchParams.get("q") ?? "").trim().split(/\s+/);
    const named = words.map((word) => /^tag:([^"\s]+)$/.exec(word)?.[1]);
    return named.every((tag) => tag !== undefined) ? tagTarget(named as string[]) : undefined;
  }
  if (!/^\/items\/[^/]+$/.test(pathname)) return undefined;
  if (tags.length > 0) return tagTarget(tags);
  if (pathname === "/items/inbox") return { group: "status", key: "inbox" };
  if (pathname === "/items/today") return { group: "due", key: "today" };
  if (pathname === "/items/upcoming") return { group: "due", key: "week" };
  if (pathname === "/items/snoozed") return "snooze";
  const status = STATUSES.find((one) => one === searchParams.get("status"));
  return status && { group: "status", key: status };
}

const tagTarget = (tags: string[]) =>
  tags[0] === undefined ? undefined : { group: "tag" as const, key: tags[0], tags };

/** What a link makes of cards. */
export async function changeByLink(href: string, rows: readonly ItemSummary[]): Promise<MoveChange | undefined> {
  const target = linkTarget(href);
  if (target === "snooze") {
    const choice = await askSnooze(rows);
    return (
      choice && { change: { set: { snoozeUntil: choice.at.toISOString() } }, done: `Snoozed until ${choice.label}` }
    );
  }
  if (!target) return undefined;
  if (target.tags) return { change: { addTags: target.tags }, done: `Tagged ${target.tags.join(", ")}` };
  return changeInto({ ...target, label: target.key, from: undefined }, rows);
}
