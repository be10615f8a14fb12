import { momentOfDue } from "@tessera/contracts-core/day-words.ts";
import { wallTime } from "@tessera/contracts-core/days.ts";
import type {
  Assignee,
  BulkChange,
  BulkResult,
  DueChange,
  ItemPatch,
  ItemStatus,
} from "@tessera/contracts-items/items.ts";
import { type CardPriority, PRIORITY_SECTIONS } from "@tessera/contracts-items/sections.ts";
import { settleSnooze, wakes } from "@tessera/contracts-items/snoozed.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { DueEntries } from "../maintenance/due-entries.ts";
import { foldText } from "../search/search-text.ts";
import { mergeTags, normaliseTags, tagKey } from "../text/tags.ts";
import type { TypeRegistry } from "../types/registry.ts";
import { assigneeOf, isSame } from "./assignees.ts";
import type { ItemRow } from "./item-row.ts";
import type { Recurrence } from "./recurrence.ts";

interface Changed {
  id: string;
  previous: ItemPatch;
  status: ItemStatus;
  pinned: boolean;
  snooze_until: string | null;
  tags: string[];
  tag_keys: string[];
  search_tags: string;
  /** Fields laid over those that are there, and fields that go. */
  data: Record<string, unknown>;
  gone: string[];
  due_at: string | null;
  due_entry: string | null;
}

/** Changes many items in one statement. Those that are as wanted already stay as they are and are not in the answer. */
export async function changeMany(
  tx: Tx,
  userId: string,
  {
    ids,
    set: { due: dueSet, priority, assignee, ...set },
    addTags,
    removeTags,
    changedWith,
    timeZone,
  }: z.output<typeof BulkChange> & { changedWith: string | null; timeZone: string },
  registry: TypeRegistry,
  due: DueEntries,
  recurrence: Recurrence,
  assign: (id: string, before: Assignee | null, wanted: Assignee | null) => Promise<unknown>,
  now: Date,
): Promise<BulkResult> {
  const { rows } = await tx.execute<ItemRow>(sql`
    select id, user_id, type, data, tags, tag_keys, status, pinned, due_at, snooze_until, due_entry from items.item
    where user_id = ${userId} and id = any(${sql.param([...new Set(ids)])}::uuid[]) order by id for update`);
  const removed = new Set(normaliseTags(removeTags).map(tagKey));
  const added = normaliseTags(addTags);
  const changes: Changed[] = [];
  for (const row of rows) {
    const moved = dueSet && moveDue(registry, row, dueSet, timeZone);
    const asked: ItemPatch = { ...set, ...moved, ...(moved ? wakes(row, moved.dueAt) : {}), ...snoozeOf(set) };
    const patch: ItemPatch = { ...asked, ...settleSnooze(row, asked) };
    const had = priority === undefined ? undefined : priorityOf(registry, row);
    if (had) patch.data = { ...patch.data, priority };
    const did = assignee !== undefined && registry.find(row.type)?.assignable ? assigneeOf(row.data) : undefined;
    const isGiven = assignee !== undefined && did !== undefined && !isSame(did, assignee);
    if (isGiven) patch.data = { ...patch.data, assignee: await assign(row.id, did, assignee) };
    const settled = { ...patch, ...registry.find(row.type)?.settle(row, patch) };
    const dueAt = row.due_at && new Date(row.due_at).toISOString();
    const tags = mergeTags(
      row.tags.filter((tag) => !removed.has(tagKey(tag))),
      added,
    );
    const snoozeUntil = row.snooze_until && new Date(row.snooze_until).toISOString();
    const previous: BulkResult["changed"][number]["previous"] = {};
    if (moved && (moved.dueAt !== dueAt || moved.data.dueDay !== (row.data.dueDay ?? null)))
      previous.due = { at: dueAt, day: (row.data.dueDay as string | undefined) ?? null };
    if (settled.status !== undefined && settled.status !== row.status) previous.status = row.status;
    if (settled.pinned !== undefined && settled.pinned !== row.pinned) previous.pinned = row.pinned;
    if (settled.snoozeUntil !== undefined && settled.snoozeUntil !== snoozeUntil) previous.snoozeUntil = snoozeUntil;
    if (had && had !== priority) previous.priority = had;
    if (isGiven) previous.assignee = did;
    if (tags.join() !== row.tags.join()) previous.tags = row.tags;
    if (!Object.keys(previous).length) continue;
    const dueEntry = await due.settle(tx, row, {
      ...{ status: settled.status, snoozeUntil: settled.snoozeUntil },
      ...(moved ? { dueAt: moved.dueAt } : {}),
    });
    const data = Object.entries(settled.data ?? {});
    changes.push({
      id: row.id,
      previous,
      status: settled.status ?? row.status,
      pinned: settled.pinned ?? row.pinned,
      snooze_until: settled.snoozeUntil === undefined ? snoozeUntil : settled.snoozeUntil,
      tags,
      tag_keys: tags.map(tagKey),
      search_tags: foldText(tags.join(" , ")),
      data: Object.fromEntries(data.filter(([, value]) => value !== null)),
      gone: data.flatMap(([key, value]) => (value === null ? [key] : [])),
      due_at: moved ? moved.dueAt : dueAt,
      due_entry: "dueEntry" in dueEntry ? null : row.due_entry,
    });
  }
  const versions = await write(tx, changes, changedWith, now);
  const before = new Map(rows.map((row) => [row.id, row]));
  const moved = new Map<string, string>();
  for (const { id } of changes) {
    const occurrence = await recurrence.settle(tx, before.get(id)!, now);
    if (occurrence) moved.set(id, occurrence);
  }
  const known = new Set(rows.map(({ id }) => id));
  return {
    changed: changes.map(({ id, previous }) => {
      const occurrence = moved.get(id);
      return { id, version: versions.get(id)!, previous, ...(occurrence ? { occurrence } : {}) };
    }),
    missing: ids.filter((id) => !known.has(id)),
  };
}

/** When a card is due after a change; undefined for cards of types that are not due by a day. */
function moveDue(registry: TypeRegistry, row: ItemRow, to: DueChange, timeZone: string) {
  const plugin = registry.find(row.type);
  if (!plugin?.due) return undefined;
  if ("at" in to) return { dueAt: to.at, data: { dueDay: to.day } };
  const dueAt = row.due_at && new Date(row.due_at).toISOString();
  // Where a time was said, it stays; what had none is due on the day.
  const time =
    dueAt === null || row.data.dueDay !== undefined ? null : wallTime(new Date(dueAt), timeZone).slice(11, 16);
  const moved = momentOfDue({ day: to.day, time }, timeZone).toISOString();
  return { dueAt: moved, data: { dueDay: time === null ? to.day : null } };
}

/** What a card's priority is; undefined for cards of types that have none. */
function priorityOf(registry: TypeRegistry, row: ItemRow): CardPriority | undefined {
  if (!("priority" in (registry.find(row.type)?.definition.defaultData ?? {}))) return undefined;
  return PRIORITY_SECTIONS.find((one) => one === row.data.priority) ?? "none";
}

/** A snooze that the change names itself. */
const snoozeOf = ({ snoozeUntil }: Pick<ItemPatch, "snoozeUntil">) =>
  snoozeUntil === undefined ? {} : { snoozeUntil };

async function write(tx: Tx, changes: Changed[], changedWith: string | null, now: Date): Promise<Map<string, number>> {
  if (!changes.length) return new Map();
  const at = sql`${now.toISOString()}::timestamptz`;
  const records = changes.map(({ previous: _, ...columns }) => columns);
  const { rows } = await tx.execute<{ id: string; version: number }>(sql`
    update items.item i set version = i.version + 1, updated_at = ${at}, changed_with = ${changedWith}, status = r.status, pinned = r.pinned, snooze_until = r.snooze_until,
      tags = r.tags, tag_keys = r.tag_keys, due_entry = r.due_entry,
      data = (i.data || r.data) - r.gone, due_at = r.due_at,
      archived_at = case when r.status = 'archived' then coalesce(i.archived_at, ${at}) end,
      trashed_at = case when r.status = 'trash' then coalesce(i.trashed_at, ${at}) end,
      search = case when i.tag_keys = r.tag_keys then i.search
        else ts_filter(i.search, '{a,c,d}') || setweight(items.lexemes(r.search_tags, items.language_for(i.language, i.user_id)), 'B') end
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (id uuid, status text, pinned boolean, snooze_until timestamptz,
      tags text[], tag_keys text[], search_tags text, data jsonb, gone text[], due_at timestamptz, due_entry text)
    where i.id = r.id returning i.id, i.version`);
  return new Map(rows.map(({ id, version }) => [id, version]));
}
