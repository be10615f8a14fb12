import { isByDay } from "@tessera/contracts-items/by-day.ts";
import type { ItemQuery } from "@tessera/contracts-items/items.ts";
import { MAX_PAGE_ROWS, MAX_RANKED } from "@tessera/contracts-items/limits.ts";
import { GROUPS } from "@tessera/contracts-items/sections.ts";
import { SNOOZED_LIST } from "@tessera/contracts-items/snoozed.ts";
import { isList } from "../types/item-types.ts";

/** What a list shows: the type of the path, and what the address adds to it. */
export type ListQuery = Pick<
  ItemQuery,
  "type" | "only" | "status" | "q" | "tag" | "unread" | "assignee" | "sort" | "order" | "group" | "section"
> & {
  type: string;
  /** Sections beside each other, as columns. */
  layout?: "board";
};

/** The list of what `/search` finds; it has no path of a type. */
export const SEARCH_LIST = "search";
/** Where a list is, by the type of its path. */
export const pathOf = (type: string) => (type === SEARCH_LIST ? "/search" : `/items/${type}`);

/** Rows of the first request; the same number stands in the manifest's preload. */
export const FIRST_PAGE = 100;
/** Rows of each later request: as many as the service gives, for few requests on the way through a long list. */
export const NEXT_PAGE = MAX_PAGE_ROWS;

const STATUSES = ["inbox", "later", "done", "archived", "trash", "any"] as const satisfies NonNullable<
  ItemQuery["status"]
>[];
const SORT_NAMES = [
  "created",
  "updated",
  "title",
  "due",
  "wake",
  "priority",
  "relevance",
  "manual",
] as const satisfies NonNullable<ItemQuery["sort"]>[];
export type ListSort = (typeof SORT_NAMES)[number];

/** How a type is spelled; contracts/items.ts. */
const TYPE = /^[a-z][a-z0-9-]{0,39}$/;

/** How an assignee is spelled: the section of a list that it has. */
const ASSIGNEE = /^(me|none|(person|agent):[0-9a-f-]{36})$/;

/** Reads the address; what it cannot read is left out, so that an old link still shows a list. */
export function listQueryOf(type: string, search: URLSearchParams): ListQuery {
  const order = search.get("order");
  return {
    type,
    only: isList(type) && TYPE.test(search.get("only") ?? "") ? (search.get("only") ?? undefined) : undefined,
    status: STATUSES.find((status) => status === search.get("status")),
    q: search.get("q")?.trim() || undefined,
    tag: search.get("tag")?.trim() || undefined,
    unread: search.get("unread") === "true" ? "true" : undefined,
    assignee: ASSIGNEE.test(search.get("assignee") ?? "") ? (search.get("assignee") ?? undefined) : undefined,
    sort: SORT_NAMES.find((sort) => sort === search.get("sort")),
    order: order === "asc" || order === "desc" ? order : undefined,
    ...groupOf(search),
  };
}

/** A board has columns by something; what they are where the address does not say. */
function groupOf(search: URLSearchParams): Pick<ListQuery, "group" | "layout"> {
  const board = search.get("layout") === "board";
  const group = GROUPS.find((one) => one === search.get("group")) ?? (board ? "status" : undefined);
  return { ...(group ? { group } : {}), ...(board ? { layout: "board" as const } : {}) };
}

/** The same list without sections. */
export const whole = ({ group: _group, section: _section, layout: _layout, ...query }: ListQuery): ListQuery => query;
/** One section of the list. */
export const sectionOf = ({ layout: _layout, ...query }: ListQuery, section: string): ListQuery => ({
  ...query,
  section,
});

/** Tags of the address: a card must have all of them. */
export const tagsIn = ({ tag }: Pick<ListQuery, "tag">): string[] =>
  (tag ?? "").split(",").flatMap((one) => one.trim() || []);

/** The request, in the order of fields that the manifest's preload has. */
export const requestOf = (query: ListQuery, page: { cursor?: string; limit: number }): ItemQuery => ({
  type: query.type,
  only: query.only,
  status: query.status,
  q: query.q,
  tag: query.tag,
  unread: query.unread,
  assignee: query.assignee,
  ...(query.section === undefined ? {} : { group: query.group, section: query.section }),
  sort: query.sort,
  order: query.order,
  limit: page.limit,
  cursor: page.cursor,
});

/** Whether a person narrowed the list beyond its type and status. */
export const isFiltered = (query: ListQuery) => Boolean(query.q || query.tag || query.unread || query.assignee);

/** The order that the service takes when the address names none. */
export const sortOf = (query: Pick<ListQuery, "type" | "q" | "sort">): ListSort =>
  query.sort ?? (query.q ? "relevance" : usualSort(query.type));
const usualSort = (type: string): ListSort => (isByDay(type) ? "due" : type === SNOOZED_LIST ? "wake" : "created");

/** How many cards a list has: a search by relevance counts no further than it ranks, and there may be more. */
export const totalOf = (query: ListQuery, total: number): number | string =>
  sortOf(query) === "relevance" && total >= MAX_RANKED ? `${MAX_RANKED.toLocaleString()}+` : total;
export const orderOf = (sort: ListSort): "asc" | "desc" =>
  sort === "title" || sort === "due" || sort === "wake" || sort === "priority" || sort === "manual" ? "asc" : "desc";
