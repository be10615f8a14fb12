import { counted } from "@tessera/contracts-core/counted.ts";
import { momentOfDue } from "@tessera/contracts-core/day-words.ts";
import { wallTime } from "@tessera/contracts-core/days.ts";
import { enrichmentOf } from "@tessera/contracts-items/enrichment.ts";
import type {
  BulkChange,
  BulkResult,
  DueChange,
  Item,
  ItemPatch,
  ItemStatus,
  ItemSummary,
  ItemTypeInfo,
} from "@tessera/contracts-items/items.ts";
import { MAX_BULK_ITEMS } from "@tessera/contracts-items/limits.ts";
import { settleSnooze, wakes } from "@tessera/contracts-items/snoozed.ts";
import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { items, keys } from "../api.ts";
import { belongs, changeRows, type ListData, putBack, type Removed, withoutRows } from "../list/list-data.ts";
import { type ListQuery, sortOf } from "../list/list-query.ts";
import { act } from "../offline/act.ts";
import { doneOf, patchedCard, patchedRow, reopening } from "../types/done.ts";
import { inOrder, writing, writtenVersion, wrote } from "./own-writes.ts";
import type { Base } from "./update-item.ts";

/** What a triage action does to each card. */
export interface Change {
  set?: NonNullable<BulkChange["set"]>;
  addTags?: string[];
  removeTags?: string[];
}

/** What it was before stands in fields of the card that no row has: the service says it. */
const changesData = ({ set = {} }: Change): boolean => Boolean(set.due || set.priority) || set.assignee !== undefined;

const without = (tags: readonly string[], gone: readonly string[]) =>
  tags.filter((tag) => !gone.some((one) => one.toLowerCase() === tag.toLowerCase()));
const withTags = (tags: readonly string[], change: Change) => {
  const kept = without(tags, change.removeTags ?? []);
  return [...kept, ...without(change.addTags ?? [], kept)];
};

/** The patch of one card that a change amounts to. */
export function patchOf(row: Pick<Item, "tags" | "status"> & Partial<Item>, change: Change): ItemPatch {
  const tagged = change.addTags?.length || change.removeTags?.length;
  const { due, priority, assignee, ...set } = change.set ?? {};
  const data = { ...(priority ? { priority } : {}), ...(assignee === undefined ? {} : { assignee }) };
  return {
    ...(due ? movedTo(row, due) : {}),
    ...(Object.keys(data).length > 0 ? { data } : {}),
    ...set,
    ...settleSnooze(row, set),
    ...(tagged ? { tags: withTags(row.tags, change) } : {}),
  };
}

/** What another day makes of a row, as the service does it: a time of the day stays. */
function movedTo({ dueAt, snoozeUntil }: Partial<Item>, due: DueChange): ItemPatch {
  const timeZone = shell().preferences.get().timeZone || undefined;
  const time = dueAt ? wallTime(new Date(dueAt), timeZone).slice(11, 16) : null;
  const moved = "at" in due ? due.at : momentOfDue({ day: due.day, time }, timeZone).toISOString();
  return { dueAt: moved, ...wakes({ snooze_until: snoozeUntil ?? null }, moved) };
}

/** Shows changed rows in every list that is loaded; returns what puts them back. */
export function showRows(client: QueryClient, changed: ReadonlyMap<string, ItemSummary>): () => void {
  const undo: (() => void)[] = [];
  const lists = client.getQueriesData<ListData>({ queryKey: keys.lists });
  const arrivals = changedIn(lists, changed);
  for (const [queryKey, data] of lists) {
    if (!data) continue;
    const query = queryKey[2] as ListQuery;
    const coming = query.section === undefined ? undefined : arrivals.get(sectionsOf(query));
    const result = changeRows(query, data, changed, new Date(), coming);
    if (result.data === data) continue;
    client.setQueryData(queryKey, result.data);
    const before = new Map(data.rows.filter((row) => changed.has(row.id)).map((row) => [row.id, row]));
    undo.push(() =>
      client.setQueryData<ListData>(queryKey, (now) => {
        const back = now && restore(withoutRows(now, result.added), before, result.removed);
        // Cards that are put back stand where they stood.
        return back && sortOf(query) === "manual" ? changeRows(query, back, before, new Date()).data : back;
      }),
    );
  }
  return () => {
    for (const one of undo) one();
  };
}

/** What the sections of one list have in common. */
const sectionsOf = ({ section: _, ...query }: ListQuery) => JSON.stringify(query);

/** Changed cards by the list in a section of which they are: they may come into another one. */
function changedIn(
  lists: readonly (readonly [readonly unknown[], ListData | undefined])[],
  changed: ReadonlyMap<string, ItemSummary>,
): Map<string, ItemSummary[]> {
  const found = new Map<string, Map<string, ItemSummary>>();
  for (const [queryKey, data] of lists) {
    const query = queryKey[2] as ListQuery;
    if (query.section === undefined || !data) continue;
    const sections = sectionsOf(query);
    for (const { id } of data.rows) {
      const row = changed.get(id);
      if (row) found.set(sections, (found.get(sections) ?? new Map()).set(id, row));
    }
  }
  return new Map([...found].map(([sections, rows]) => [sections, [...rows.values()]]));
}

const restore = (now: ListData, before: ReadonlyMap<string, ItemSummary>, removed: Removed[]): ListData =>
  putBack({ ...now, rows: now.rows.map((row) => before.get(row.id) ?? row) }, removed);

/** Lays the version that the service answered over every copy of the card in the cache. */
export function keepItem(client: QueryClient, item: Item): void {
  client.setQueryData(keys.item(item.id), item);
  keepRow(client, item);
}

/** Lays what is known of a card over its rows. */
export function keepRow(client: QueryClient, item: Item): void {
  client.setQueriesData<ListData>({ queryKey: keys.lists }, (data) => {
    const at = data ? data.rows.findIndex((row) => row.id === item.id) : -1;
    if (!data || at < 0) return data;
    const row = data.rows[at] as ItemSummary;
    const rows = [...data.rows];
    rows[at] = pick(item, row);
    return { ...data, rows };
  });
}

/** The row with the fields of the item that it has too. */
function pick(item: Item, { failure: _failure, enriching: _enriching, ...row }: ItemSummary): ItemSummary {
  const fields = Object.keys(row).filter((field) => field in item) as (keyof typeof row & keyof Item)[];
  return {
    ...row,
    ...Object.fromEntries(fields.map((field) => [field, item[field]])),
    ...doneOf(item),
    ...(row.done === undefined ? {} : { assignee: item.data.assignee as ItemSummary["assignee"] }),
    ...enrichmentOf(item.processing),
  };
}

/** Counts beside types and tags follow; lists that gained a card are asked again when they are shown next. */
export function refreshCounts(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.types });
  void client.invalidateQueries({ queryKey: keys.tags });
  void client.invalidateQueries({ queryKey: keys.sectionCounts });
  void client.invalidateQueries({ queryKey: keys.lists, refetchType: "none" });
}

/** How a change shows before its rows leave their list. */
export interface Linger {
  /** Rows stay so long, shown as done, ms. */
  ms: number;
  /** The rows leave now. */
  onLeave(): void;
}

const byId = (rows: readonly ItemSummary[]) => new Map(rows.map((row) => [row.id, row]));

const cachedRows = (client: QueryClient): ItemSummary[] =>
  client.getQueriesData<ListData>({ queryKey: keys.lists }).flatMap(([, data]) => data?.rows ?? []);

/**
 * Runs `leave` after a while, in which news of cards wait: they would take the rows out of their list at once.
 * @returns what lets them stay
 */
function leaveAfter(ms: number, leave: () => void): () => void {
  let stay = () => {};
  const gone = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(true), ms);
    stay = () => {
      clearTimeout(timer);
      resolve(false);
    };
  });
  void writing(gone.then((leaves) => leaves && leave()));
  return stay;
}

/** Counts what the inbox holds of each type along with a change, so that every number on the page says the same. */
function showCounts(client: QueryClient, before: readonly ItemSummary[], after: readonly ItemSummary[]): () => void {
  const waits = (row: ItemSummary) => belongs({ type: "inbox" }, row, new Date());
  const more = new Map<string, number>();
  const add = (type: string, count: number) => more.set(type, (more.get(type) ?? 0) + count);
  for (const row of before) if (waits(row)) add(row.type, -1);
  for (const row of after) if (waits(row)) add(row.type, 1);
  const lay = (sign: 1 | -1) =>
    client.setQueryData<ItemTypeInfo[]>(keys.types, (types) =>
      types?.map((info) => ({ ...info, waiting: info.waiting + sign * (more.get(info.type) ?? 0) })),
    );
  void client.cancelQueries({ queryKey: keys.types });
  lay(1);
  return () => lay(-1);
}

/** A change that the page shows already. */
export interface Made {
  /**
   * Resolves when the service has made it, or it waits on this device for the connection.
   * @throws ConflictError, ProblemError or TypeError (no network) after the page was put back as it was
   */
  written: Promise<void>;
  /**
   * Takes it back, at once on the page, then on the service. A change that failed needs nothing more.
   * @throws as `written`, after the page shows the change again
   */
  takeBack(): Promise<void>;
}

/** Answers that are on their way were made before what the page shows now. */
function dropOldAnswers(client: QueryClient, ids: readonly string[]): void {
  void client.cancelQueries({ queryKey: keys.lists, predicate: ({ state }) => state.data !== undefined });
  for (const id of ids.length === 1 ? ids : []) void client.cancelQueries({ queryKey: keys.item(id) });
}

/** Makes a change: at once on the page, then on the service, in the order in which a person made their changes. */
export function changeItems(client: QueryClient, rows: readonly ItemSummary[], change: Change, linger?: Linger): Made {
  const ids = rows.map(({ id }) => id);
  const patched = rows.map((row) => patchedRow(row, patchOf(row, change)));
  const putBack: (() => void)[] = [];
  const leave = () => {
    // What the service answered meanwhile is newer than what was laid over the rows.
    const answered = new Map(cachedRows(client).map((row) => [row.id, row]));
    const now = patched.map((row) => {
      const known = answered.get(row.id);
      return known && known.version > row.version ? known : row;
    });
    putBack.push(showCounts(client, rows, patched), showRows(client, byId(now)));
  };
  const leaveLate = () => {
    leave();
    linger?.onLeave();
    refreshCounts(client);
  };
  const putRowsBack = () => {
    for (const one of putBack.splice(0).reverse()) one();
  };
  dropOldAnswers(client, ids);
  if (rows.length === 1 && rows[0]) putBack.push(showCard(client, rows[0], patchOf(rows[0], change)));
  if (linger) putBack.push(showRows(client, byId(rows.map((row) => ({ ...row, done: true })))));
  const stay = linger ? leaveAfter(linger.ms, leaveLate) : leave();

  let takenBack = false;
  const undo = writing(
    inOrder(ids, (isNewest) =>
      rows.length === 1 && rows[0] && !changesData(change)
        ? changeOne(client, rows[0], change, isNewest)
        : changeMany(rows, change),
    ),
  );
  const written = undo.then(
    () => {
      if (changesData(change)) for (const id of ids) void client.invalidateQueries({ queryKey: keys.item(id) });
      if (!linger && !takenBack) refreshCounts(client);
    },
    (error: unknown) => {
      stay?.();
      putRowsBack();
      throw error;
    },
  );
  return {
    written,
    async takeBack() {
      takenBack = true;
      dropOldAnswers(client, ids);
      stay?.();
      putRowsBack();
      const back = inOrder(ids, async (isNewest) => (await undo.catch(() => null))?.(isNewest));
      try {
        await writing(back);
      } catch (error) {
        takenBack = false;
        leave();
        throw error;
      }
      for (const id of ids) void client.invalidateQueries({ queryKey: keys.item(id) });
      refreshCounts(client);
    },
  };
}

/** Lays a patch over the open card; returns what lays its own values over it again. */
function showCard(client: QueryClient, { id }: ItemSummary, patch: ItemPatch): () => void {
  const before = client.getQueryData<Item>(keys.item(id));
  if (!before) return () => {};
  const own = Object.fromEntries(Object.keys(patch).map((field) => [field, before[field as keyof Item]])) as ItemPatch;
  client.setQueryData(keys.item(id), patchedCard(before, patch));
  return () => client.setQueryData<Item>(keys.item(id), (now) => now && patchedCard(now, own));
}

/** Takes back a change on the service; given whether a later write of the same cards waits. */
type Inverse = (isNewest: () => boolean) => Promise<void>;

async function changeOne(
  client: QueryClient,
  row: ItemSummary,
  change: Change,
  isNewest: () => boolean,
): Promise<Inverse> {
  const patch = patchOf(row, change);
  const reopened = patch.status === "inbox" || patch.status === "later";
  const send = async (base: Base, what: ItemPatch, title: string, newest: () => boolean) => {
    const path = `/items/all/${row.id}`;
    // Versions in between are this page's own.
    const version = Math.max(base.version, writtenVersion(row.id));
    const body = { id: row.id, base: { ...replacedBy(base, what), version }, patch: what };
    const done = await act<Item, "change">("change", body, { subjects: [row.id], title, path });
    if (done.sent) {
      wrote(done.answer);
      if (newest()) keepItem(client, done.answer);
    }
    return done;
  };
  const sent = { ...patch, ...(reopened ? reopening(row, false) : {}) };
  const done = await send(row, sent, `${actOf(change)} “${row.title}”`, isNewest);
  const inverse = Object.fromEntries(
    Object.keys(patch).map((field) => [field, row[field as keyof ItemSummary]]),
  ) as ItemPatch;
  const after = done.sent ? done.answer : { ...row, ...patch, version: row.version + 1 };
  // It repeats: asked to be done, it moved to its next day.
  const occurrence =
    done.sent && patch.status === "done" && done.answer.status !== "done" && done.answer.data.occurrence;
  return async (newest) => {
    if (typeof occurrence === "string") {
      const back = await takeBackOccurrence(row.id, occurrence);
      if (newest()) keepItem(client, back);
      return;
    }
    if (!done.sent && (await shell().offline.discard(done.id))) return;
    await send(after, { ...inverse, ...(reopened ? reopening(row, true) : {}) }, `Undo on “${row.title}”`, newest);
  };
}

/** The card as it was before an occurrence of it was completed or skipped. */
export async function takeBackOccurrence(id: string, occurrence: string): Promise<Item> {
  const back = await items.takeBack(id, occurrence);
  wrote(back);
  return back;
}

/** Of a card, what a conflict is judged by: small enough to be stored. */
const replacedBy = (base: Base, patch: ItemPatch): Base => ({
  version: base.version,
  ...Object.fromEntries(Object.keys(patch).map((field) => [field, base[field as keyof Item]])),
});

const TO: Record<ItemStatus, string> = {
  inbox: "Move to the inbox:",
  later: "Move to Later:",
  done: "Mark done:",
  archived: "Archive",
  trash: "Move to the trash:",
};

/** What a change does, before the name of what it is done to. */
function actOf({ set = {} }: Change): string {
  if (set.status) return TO[set.status];
  if (set.pinned !== undefined) return set.pinned ? "Pin" : "Unpin";
  if (set.due) return "Move to another day:";
  if (set.priority) return "Change the priority of";
  if (set.assignee !== undefined) return set.assignee ? "Assign" : "Take back";
  if (set.snoozeUntil !== undefined) return set.snoozeUntil ? "Snooze" : "Wake up";
  return "Change the tags of";
}

const bulk = (change: BulkChange, title: string) =>
  act<BulkResult, "bulk">("bulk", change, { subjects: change.ids, title });

function remembered(changed: BulkResult["changed"]): BulkResult["changed"] {
  for (const one of changed) wrote(one);
  return changed;
}

async function changeMany(rows: readonly ItemSummary[], change: Change): Promise<Inverse> {
  const previous: BulkResult["changed"] = [];
  /** Acts that wait for the connection. */
  const waiting: string[] = [];
  for (let start = 0; start < rows.length; start += MAX_BULK_ITEMS) {
    const ids = rows.slice(start, start + MAX_BULK_ITEMS).map((row) => row.id);
    const done = await bulk({ ids, ...change }, `${actOf(change)} ${counted(ids.length, "card")}`);
    if (done.sent) previous.push(...remembered(done.answer.changed));
    else waiting.push(done.id);
  }
  return async () => {
    for (const id of waiting)
      if (!(await shell().offline.discard(id))) throw new Error("The change has been sent meanwhile.");
    for (const { id, occurrence } of previous) if (occurrence) await takeBackOccurrence(id, occurrence);
    const others = previous.filter(({ occurrence }) => !occurrence);
    for (const [key, ids] of alike(others, change)) {
      for (let start = 0; start < ids.length; start += MAX_BULK_ITEMS) {
        const some = ids.slice(start, start + MAX_BULK_ITEMS);
        const back = await bulk(
          { ids: some, ...(JSON.parse(key) as Change) },
          `Undo on ${counted(some.length, "card")}`,
        );
        if (back.sent) remembered(back.answer.changed);
      }
    }
  };
}

/** Undoing groups cards that go back to the same state, so that a thousand cards need few requests. */
function alike(
  previous: readonly Pick<BulkResult["changed"][number], "id" | "previous">[],
  change: Change,
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, previous: before } of previous) {
    const { tags, status, pinned, snoozeUntil, due, priority, assignee } = before;
    const set = Object.fromEntries(
      Object.entries({ status, pinned, snoozeUntil, due, priority, assignee }).filter(
        ([, value]) => value !== undefined,
      ),
    );
    const had = (tag: string) => tags?.some((one) => one.toLowerCase() === tag.toLowerCase()) ?? false;
    const back: Change = {
      set,
      addTags: tags ? (change.removeTags ?? []).filter(had) : [],
      removeTags: tags ? (change.addTags ?? []).filter((tag) => !had(tag)) : [],
    };
    const key = JSON.stringify(back);
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  return groups;
}
