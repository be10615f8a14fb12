import { addDays, dayOf, startOfDay } from "@tessera/contracts-core/days.ts";
import { invalidRequest } from "@tessera/contracts-core/problems.ts";
import type { ItemSections } from "@tessera/contracts-items/items.ts";
import {
  DUE_SECTIONS,
  type ItemGroup,
  MAX_TAG_SECTIONS,
  MY_SECTION,
  NO_TAG_SECTION,
  NOBODY_SECTION,
  PRIORITY_SECTIONS,
  STATUS_SECTIONS,
} from "@tessera/contracts-items/sections.ts";
import { problem } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { Reader } from "../search/highlight.ts";
import { cleanText } from "../text/clean.ts";
import { tagKey } from "../text/tags.ts";

/** The answer to a section without what it is a section by, or the other way round. */
export const invalidSection = (group: unknown) => {
  const missing = group === undefined ? "group" : "section";
  const errors = [{ path: `/${missing}`, message: "group and section come together" }];
  return problem(invalidRequest, { reason: "group and section come together" }, { errors });
};

/** Where the days of the sections by day begin, for a person. */
export interface SectionTime {
  now: Date;
  zone: string;
}

const PRIORITIES: readonly string[] = PRIORITY_SECTIONS;

/** Beginnings of today and of the days behind it that the sections by day part at. */
function daysOf({ now, zone }: SectionTime) {
  const today = dayOf(now, zone);
  const at = (days: number) => sql`${startOfDay(addDays(today, days), zone).toISOString()}::timestamptz`;
  return { today: at(0), tomorrow: at(1), week: at(2), later: at(7) };
}

/** What is true of the cards of one section in `table`; nothing is of a section that there is not. */
export function inSection(table: SQL, group: ItemGroup, asked: string, time: SectionTime): SQL {
  const key = cleanText(asked);
  switch (group) {
    case "status":
      return sql`${table}.status = ${key}`;
    case "type":
      return sql`${table}.type = ${key}`;
    case "priority":
      return sql`${table}.priority = ${PRIORITIES.indexOf(key) + 1}`;
    case "tag":
      return key === NO_TAG_SECTION
        ? sql`${table}.tag_keys = '{}'`
        : sql`${table}.tag_keys @> array[${tagKey(key)}]::text[]`;
    case "due":
      return sql`${dueSection(table, time)} = ${key}`;
    case "assignee":
      return sql`${assigneeSection(table)} = ${key}`;
  }
}

const dueSection = (table: SQL, time: SectionTime) => {
  const { today, tomorrow, week, later } = daysOf(time);
  const due = sql`${table}.due_at`;
  return sql`(case when ${due} is null then 'none' when ${due} < ${today} then 'overdue'
    when ${due} < ${tomorrow} then 'today' when ${due} < ${week} then 'tomorrow'
    when ${due} < ${later} then 'week' else 'later' end)`;
};

const assigneeSection = (table: SQL) => {
  const field = (name: string) => sql`${table}.data #>> ${`{assignee,${name}}`}::text[]`;
  return sql`(case ${field("kind")} when 'me' then ${MY_SECTION}
    when 'person' then 'person:' || (${field("id")}) when 'agent' then 'agent:' || (${field("id")})
    else ${NOBODY_SECTION} end)`;
};

type Counted = { key: string; count: number; name?: string };

/** Sections that are there whether or not they have cards. */
const FIXED: Partial<Record<ItemGroup, readonly string[]>> = {
  priority: PRIORITY_SECTIONS,
  due: DUE_SECTIONS,
};

export interface SectionSource {
  /** The cards, as `from … i where …`. */
  from: SQL;
  /** The same of the kept counts, where they say it. */
  counts: SQL | null;
  /** Types in their order. */
  types: string[];
  /** The status that the list has; null for everything but trash, "any" for everything. */
  status: string | null;
}

/** How many cards each section of a list has. */
export async function countSections(
  reader: Reader,
  group: ItemGroup,
  { from, counts, types, status }: SectionSource,
  time: SectionTime,
): Promise<ItemSections> {
  if (group === "assignee") return countAssignees(reader, from);
  const column =
    group === "due" ? dueSection(sql`i`, time) : sql`i.${sql.raw(group === "tag" ? "tag_keys" : group)}::text`;
  const kept = counts !== null && (group === "status" || group === "type");
  const { rows } = await reader.execute<Counted>(
    group === "tag"
      ? countTags(from)
      : kept
        ? sql`select ${column} as key, sum(i.count)::int as count ${counts} group by 1`
        : sql`select ${column} as key, count(*)::int as count ${from} group by 1`,
  );
  if (group === "tag") {
    const [tagged, none] = [rows.filter(({ key }) => key !== NO_TAG_SECTION), rows.filter(isNoTag)];
    return { sections: [...tagged.slice(0, MAX_TAG_SECTIONS), ...none], more: tagged.length > MAX_TAG_SECTIONS };
  }
  const found = new Map(
    rows.map(({ key, count }) => [group === "priority" ? PRIORITY_SECTIONS[Number(key) - 1]! : key, count]),
  );
  const states = status === null ? STATUS_SECTIONS.slice(0, -1) : status === "any" ? STATUS_SECTIONS : [status];
  const order = group === "status" ? states : group === "type" ? types.filter((one) => found.get(one)) : FIXED[group]!;
  const others = group === "type" ? [...found.keys()].filter((key) => !types.includes(key)).sort() : [];
  return { sections: [...order, ...others].map((key) => ({ key, count: found.get(key) ?? 0 })), more: false };
}

/** The person's own, others by how many cards they have, and what nobody has. */
async function countAssignees(reader: Reader, from: SQL): Promise<ItemSections> {
  const { rows } = await reader.execute<Counted>(sql`
    select ${assigneeSection(sql`i`)} as key, count(*)::int as count,
      (array_agg(i.data #>> '{assignee,name}' order by i.updated_at desc))[1] as name
    ${from} group by 1 order by 2 desc, 1`);
  const countOf = (key: string) => rows.find((row) => row.key === key)?.count ?? 0;
  const others = rows.filter(({ key }) => key !== MY_SECTION && key !== NOBODY_SECTION);
  return {
    sections: [
      { key: MY_SECTION, count: countOf(MY_SECTION) },
      ...others.slice(0, MAX_TAG_SECTIONS),
      { key: NOBODY_SECTION, count: countOf(NOBODY_SECTION) },
    ],
    more: others.length > MAX_TAG_SECTIONS,
  };
}

const isNoTag = ({ key }: Counted) => key === NO_TAG_SECTION;

/** Each tag as most people of it write it first, the most used first, and what has none. */
const countTags = (from: SQL) => sql`
  with cards as materialized (select i.tags, i.tag_keys ${from}), of as (
    select min(t.tag) as key, count(*)::int as count from cards, unnest(tags, tag_keys) as t (tag, tag_key)
    group by t.tag_key order by 2 desc, 1 limit ${MAX_TAG_SECTIONS + 1})
  select key, count from of
  union all select ${NO_TAG_SECTION}, count(*)::int from cards where tag_keys = '{}'
  order by 2 desc, 1`;
