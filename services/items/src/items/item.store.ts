import { randomUUID } from "node:crypto";
import { apiTokenCards } from "@tessera/contracts-core/problems.ts";
import type { ItemStatus } from "@tessera/contracts-items/items.ts";
import { problem, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { keepReferences, linkedFrom } from "../mentions/references.ts";
import type { Setting } from "../rules/card-facts.ts";
import { keepEffects } from "../rules/effects.store.ts";
import { type NewCard, ruleNewCards } from "../rules/new-cards.ts";
import type { RunningRule } from "../rules/rule-row.ts";
import { foldText } from "../search/search-text.ts";
import { mergeTags, tagKey } from "../text/tags.ts";
import type { TypePlugin } from "../types/plugin.ts";
import type { TypeRegistry } from "../types/registry.ts";
import { type Draft, derive } from "./draft.ts";
import { type AttachmentRow, ITEM_COLUMNS, type ItemRow } from "./item-row.ts";

/** A file that a stored item holds. */
export interface NewAttachment {
  name: string;
  mediaType: string;
  bytes: number;
  fileKey: string;
}
export interface Saved {
  id: string;
  /** False when it was the same thing as an item that exists, which was bumped instead. */
  created: boolean;
  /** Cards that the person held before, those in the trash included; of what was bumped 0, as nobody counted. */
  heldBefore: number;
  /** Rules that it met and that give it to agents; none of what an import brings. */
  gives: RunningRule[];
  /** Another type that rules give it, and what comes with it: for `ConvertCards`. */
  conversion: Setting[];
  /** The item as it was stored, where it was stored alone. */
  row?: WholeItem;
}

const ATTACHMENT = sql.raw("a.id, a.name, a.media_type, a.bytes, a.file_key");
/** An item with its long fields and files, in one row. */
const WHOLE = sql`${sql.raw(ITEM_COLUMNS.join(", "))}, (select c.data from items.content c where c.item_id = i.id) as long,
  case when i.attachment_count > 0 then (select jsonb_agg(to_jsonb(f) order by f.position) from (
    select ${ATTACHMENT}, a.position from items.attachment a where a.item_id = i.id) f) end as files,
  (select case when e.reason is not null then jsonb_build_object('state', 'failure', 'reason', e.reason)
      when e.waiting and i.processing <> '{}' and items.is_embedding()
        then '{"state": "pending"}'::jsonb
      when not e.waiting and exists (select from items.embedding v where v.item_id = e.item_id and v.vector is not null)
        then '{"state": "success"}'::jsonb end
    from items.embedding_state e where e.item_id = i.id) as embedding`;

type WholeRow = ItemRow & { long: Record<string, unknown> | null; files: AttachmentRow[] | null };
export type WholeItem = ItemRow & { files: AttachmentRow[] };

const whole = (row: WholeRow): WholeItem => ({ ...row, data: { ...row.data, ...row.long }, files: row.files ?? [] });

/** Shape of the rows that `jsonb_to_recordset` makes of drafts. */
const COLUMNS =
  sql.raw(`id uuid, type text, parent_id uuid, title text, title_key text, title_source text, body text, line text, data jsonb,
  tags text[], tag_keys text[], status text, pinned boolean, unread boolean, due_at timestamptz, snooze_until timestamptz, placed numeric, source text, source_url text, identity text, language text, language_set boolean, processing jsonb,
  created_at timestamptz, by_hand text[], search_title text, search_tags text, search_body text`);
const VECTOR = sql.raw(`setweight(items.lexemes(r.search_title, s.language), 'A')
  || setweight(items.lexemes(r.search_tags, s.language), 'B') || setweight(items.lexemes(r.search_body, s.language), 'D')`);

/**
 * Stores drafts in one statement for rows and one for long fields, as the person's rules make them; what is there
 * already is bumped as it came. Answers in the order given.
 * @param registry the types that rules may give them; none where they stay of their own
 */
export async function saveItems(
  tx: Tx,
  userId: string,
  cards: NewCard[],
  now: Date,
  registry?: TypeRegistry,
): Promise<Saved[]> {
  const ruled = await ruleNewCards(tx, userId, cards, now, registry);
  const rows = ruled.map(({ plugin, draft, byHand }, at) => ({
    ...{ draft, came: cards[at]!.draft, by_hand: byHand },
    ...derive(plugin, draft),
  }));
  const firsts = new Map<string, (typeof rows)[number]>();
  const fresh: typeof rows = [];
  const again: typeof rows = [];
  for (const row of rows) {
    const first = row.identity === null ? undefined : firsts.get(row.identity);
    if (first) again.push(row);
    else fresh.push(row);
    if (row.identity !== null && !first) firsts.set(row.identity, row);
  }
  const inserted = await insert(tx, userId, fresh, now);
  const existing = [...fresh.filter((row) => !inserted.has(row.draft.id)), ...again];
  const bumped = await bump(tx, userId, existing, now);
  await keepEffects(
    tx,
    userId,
    ruled.filter(({ draft }) => inserted.has(draft.id)).map(({ draft: { id }, settings }) => ({ id, settings })),
    now,
  );
  await linkedFrom(
    tx,
    userId,
    fresh.filter(({ draft }) => inserted.has(draft.id)).map(({ draft }) => draft),
    now,
  );
  return rows.map((row, at) =>
    inserted.has(row.draft.id)
      ? {
          id: row.draft.id,
          created: true,
          gives: isNews(row.draft) ? ruled[at]!.gives : [],
          conversion: ruled[at]!.conversion,
          ...inserted.get(row.draft.id)!,
        }
      : { id: broughtUp(bumped, row.identity!), created: false, gives: [], conversion: [], heldBefore: 0 },
  );
}

/** @throws ProblemException 403 where the same thing is there as a card that the API token does not reach */
function broughtUp(bumped: ReadonlyMap<string, string>, identity: string): string {
  const id = bumped.get(identity);
  if (id === undefined) throw problem(apiTokenCards);
  return id;
}

/** How cards come in that the person has not seen; what an import brings was somewhere before. */
const NEWS = ["capture", "mail-in"];
/**
 * What is news is unread until it is opened: ten thousand imported cards would only shout. A child is made while its
 * parent is read.
 */
export const isNews = (draft: Pick<Draft, "source" | "parentId">) =>
  NEWS.includes(draft.source) && draft.parentId === null;

/** `draft` is as rules make it, `came` as it was before them. */
type DerivedDraft = { draft: Draft; came: Draft; by_hand: readonly string[] } & ReturnType<typeof derive>;

/** @returns what is known of each row that was stored, by its id; the other rows are there already */
async function insert(
  tx: Tx,
  userId: string,
  rows: DerivedDraft[],
  now: Date,
): Promise<Map<string, Pick<Saved, "heldBefore" | "row">>> {
  if (!rows.length) return new Map();
  const records = rows.map(({ draft, came: _came, short_data, long_data: _long, ...derived }) => ({
    ...derived,
    id: draft.id,
    type: draft.type,
    parent_id: draft.parentId,
    body: draft.body,
    data: short_data,
    tags: draft.tags,
    status: draft.status,
    pinned: draft.pinned,
    unread: draft.unread ?? isNews(draft),
    due_at: draft.dueAt,
    snooze_until: draft.snoozeUntil ?? null,
    placed: draft.placed ?? null,
    language: draft.language ?? derived.language,
    language_set: Boolean(draft.language),
    source: draft.source,
    source_url: draft.sourceUrl,
    processing: draft.processing,
    created_at: draft.createdAt.toISOString(),
  }));
  const at = now.toISOString();
  const { rows: stored } = await tx.execute<WholeRow & { held: number }>(sql`
    insert into items.item as i (id, user_id, type, parent_id, title, title_key, title_source, body, line, data, tags, tag_keys, status, pinned,
      unread, due_at, snooze_until, placed, source, source_url, identity, language, language_set, processing, created_at, updated_at, archived_at, trashed_at, by_hand, search, unstemmed)
    select r.id, ${userId}::uuid, r.type, r.parent_id, r.title, r.title_key, r.title_source, r.body, r.line, r.data, r.tags, r.tag_keys, r.status,
      r.pinned, r.unread, r.due_at, r.snooze_until, r.placed, r.source, r.source_url, r.identity, r.language, r.language_set, r.processing, r.created_at, ${at}::timestamptz,
      case when r.status = 'archived' then ${at}::timestamptz end, case when r.status = 'trash' then ${at}::timestamptz end, r.by_hand, ${VECTOR}, false
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (${COLUMNS}),
      lateral (select items.language_for(r.language, ${userId}::uuid) as language) s
    on conflict (user_id, identity) where identity is not null do nothing
    returning ${rows.length === 1 ? WHOLE : sql`i.id`},
      (select coalesce(sum(count), 0)::int from items.tally where user_id = ${userId}) as held`);
  const ids = new Set(stored.map(({ id }) => id));
  await insertContents(
    tx,
    userId,
    rows.filter(({ draft, long_data }) => ids.has(draft.id) && Object.keys(long_data).length),
  );
  if (rows.length > 1) return new Map(stored.map(({ id, held }) => [id, { heldBefore: held }]));
  const { short_data, long_data } = rows[0]!;
  const row = (one: WholeRow) => whole({ ...one, data: short_data, long: long_data });
  return new Map(stored.map((one) => [one.id, { heldBefore: one.held, row: row(one) }]));
}

async function insertContents(tx: Tx, userId: string, rows: DerivedDraft[]): Promise<void> {
  if (!rows.length) return;
  const records = rows.map(({ draft, long_data }) => ({ item_id: draft.id, data: long_data }));
  await tx.execute(sql`insert into items.content (item_id, user_id, data) select r.item_id, ${userId}::uuid, r.data
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (item_id uuid, data jsonb)`);
}

/** Brings existing items up: their time, tags they lack, and back out of the trash. @returns ids by identity */
async function bump(tx: Tx, userId: string, rows: DerivedDraft[], now: Date): Promise<Map<string, string>> {
  const byIdentity = new Map<string, DerivedDraft[]>();
  for (const row of rows) byIdentity.set(row.identity!, [...(byIdentity.get(row.identity!) ?? []), row]);
  if (!byIdentity.size) return new Map();
  const { rows: found } = await tx.execute<{ id: string; identity: string; tags: string[]; status: ItemStatus }>(sql`
    select id, identity, tags, status from items.item
    where user_id = ${userId} and identity = any(${sql.param([...byIdentity.keys()])}::text[]) for update`);
  const records = found.map(({ id, identity, tags, status }) => {
    const same = byIdentity.get(identity)!;
    const merged = same.reduce((all, { came }) => mergeTags(all, came.tags), tags);
    const wanted = same.at(-1)!.came;
    const back = status === "trash" || (wanted.source === "capture" && status !== "inbox");
    return {
      id,
      tags: merged,
      tag_keys: merged.map(tagKey),
      status: back ? wanted.status : status,
      unread: isNews(wanted),
      search_tags: foldText(merged.join(" , ")),
    };
  });
  await tx.execute(sql`
    update items.item i set updated_at = ${now.toISOString()}::timestamptz, version = i.version + 1, tags = r.tags, tag_keys = r.tag_keys,
      status = r.status, unread = i.unread or r.unread, archived_at = case when r.status = 'archived' then i.archived_at end, trashed_at = null,
      search = ts_filter(i.search, '{a,c,d}') || setweight(items.lexemes(r.search_tags, items.language_for(i.language, i.user_id)), 'B')
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (id uuid, tags text[], tag_keys text[], status text, unread boolean, search_tags text)
    where i.id = r.id`);
  return new Map(found.map(({ id, identity }) => [identity, id]));
}

/** Keeps the long fields of an item; none removes the row. */
const keepContent = (userId: string, id: string, data: Record<string, unknown>): SQL =>
  Object.keys(data).length
    ? sql`insert into items.content (item_id, user_id, data) values (${id}, ${userId}, ${JSON.stringify(data)}::jsonb)
        on conflict (item_id) do update set data = excluded.data`
    : sql`delete from items.content where item_id = ${id}`;

/** The statement that reads one item of a person, for `readWhole`. */
export const wholeItem = (userId: string, id: string, lock = false) => sql`
  select ${WHOLE} from items.item i where i.id = ${id} and i.user_id = ${userId} ${lock ? sql`for update` : sql``}`;

/** One item with its long fields and files. @returns undefined when it is not there or another person's */
export async function readWhole(
  run: (statement: SQL) => Promise<{ rows: Record<string, unknown>[] }>,
  statement: SQL,
): Promise<WholeItem | undefined> {
  const { rows } = await run(statement);
  return rows[0] && whole(rows[0] as unknown as WholeRow);
}

/** Children of an item out of the trash, the oldest first, after a place in that order. */
export async function readChildren(
  tx: Tx,
  userId: string,
  {
    parentId,
    type,
    after,
    limit,
  }: { parentId: string; type?: string; after?: { key: unknown; id: string }; limit: number },
): Promise<WholeItem[]> {
  const { rows } = await tx.execute<WholeRow>(sql`select ${WHOLE} from items.item i
    where i.parent_id = ${parentId} and i.user_id = ${userId} and i.status <> 'trash'
      ${type === undefined ? sql`` : sql`and i.type = ${type}`}
      ${after ? sql`and (i.created_at, i.id) > (${after.key}::timestamptz, ${after.id}::uuid)` : sql``}
    order by i.created_at, i.id limit ${limit}`);
  return rows.map(whole);
}

/** As `readWhole`, within a transaction. */
export const readItem = (tx: Tx, userId: string, id: string, lock = false): Promise<WholeItem | undefined> =>
  readWhole((statement) => tx.execute(statement), wholeItem(userId, id, lock));

export async function readAttachments(tx: Tx, itemId: string): Promise<AttachmentRow[]> {
  const { rows } = await tx.execute<AttachmentRow>(
    sql`select id, name, media_type, bytes, file_key from items.attachment where item_id = ${itemId} order by position`,
  );
  return rows;
}

export async function addAttachments(tx: Tx, userId: string, itemId: string, files: NewAttachment[]): Promise<void> {
  if (!files.length) return;
  const records = files.map((file, position) => ({
    id: randomUUID(),
    position,
    name: file.name,
    media_type: file.mediaType,
    bytes: file.bytes,
    file_key: file.fileKey,
  }));
  await tx.execute(sql`
    insert into items.attachment (id, item_id, user_id, position, name, media_type, bytes, file_key)
    select r.id, ${itemId}::uuid, ${userId}::uuid, r.position, r.name, r.media_type, r.bytes, r.file_key
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
      as r (id uuid, position integer, name text, media_type text, bytes bigint, file_key text)`);
  await tx.execute(
    sql`update items.item set attachment_count = ${files.length}, search = search || ${namesOf(files, sql`items.language_for(language, user_id)`)} where id = ${itemId}`,
  );
}

/** What is searched of files: their names, as part C of the words. */
const namesOf = (files: Pick<NewAttachment, "name">[], language: SQL) =>
  sql`setweight(items.lexemes(${foldText(files.map(({ name }) => name).join(" , "))}, ${language}), 'C')`;

/** What of an item may change; absent members stay. Content that changed brings its derived columns along. */
export interface Change {
  type?: string;
  body?: string;
  tags?: string[];
  derived?: ReturnType<typeof derive>;
  status?: ItemStatus;
  pinned?: boolean;
  dueAt?: string | null;
  snoozeUntil?: string | null;
  sourceUrl?: string | null;
  processing?: ItemRow["processing"];
  dueEntry?: string | null;
  dueDecided?: { at: string; from: ItemStatus | null };
  /** Device of the person who makes the change; null when it is not known. */
  changedWith?: string | null;
  /** Said by a person; null: what the words say, which `derived` brings along. */
  language?: string | null;
}

/**
 * Writes a change; the caller holds the row's lock. A person's counts the version up; the server's does not, so that an
 * enrichment that ends while somebody edits is no conflict.
 * @param run sends the last statement @returns the item as it is then
 */
export async function updateItem(
  tx: Tx,
  userId: string,
  id: string,
  change: Change,
  now: Date,
  by: "person" | "server",
  run: (statement: SQL) => Promise<{ rows: Record<string, unknown>[] }> = (statement) => tx.execute(statement),
): Promise<WholeItem> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const set =
    by === "person"
      ? [sql`version = version + 1`, sql`updated_at = ${at}`, sql`changed_with = ${change.changedWith ?? null}`]
      : [sql`version = version`];
  if (change.type !== undefined) set.push(sql`type = ${change.type}`);
  if (change.body !== undefined) set.push(sql`body = ${change.body}`);
  if (change.tags !== undefined) set.push(sql`tags = ${sql.param(change.tags)}::text[]`);
  if (change.derived) {
    const d = change.derived;
    const language =
      change.language === undefined
        ? sql`case when i.language_set then i.language else ${d.language} end`
        : sql`${change.language ?? d.language}`;
    const stems = sql`items.language_for(${language}, user_id)`;
    set.push(
      sql`title = ${d.title}, title_key = ${d.title_key}, title_source = ${d.title_source}, line = ${d.line}, identity = ${d.identity}`,
      sql`data = ${JSON.stringify(d.short_data)}::jsonb, tag_keys = ${sql.param(d.tag_keys)}::text[]`,
      sql`search = setweight(items.lexemes(${d.search_title}, ${stems}), 'A')
        || setweight(items.lexemes(${d.search_tags}, ${stems}), 'B') || ts_filter(search, '{c}')
        || setweight(items.lexemes(${d.search_body}, ${stems}), 'D'), unfolded = false`,
      // Names of files wait for the job where they are in another language now.
      sql`language = ${language}, unstemmed = attachment_count > 0 and (i.unstemmed or i.language is distinct from ${language})`,
    );
    if (change.language !== undefined) set.push(sql`language_set = ${change.language !== null}`);
  }
  if (change.status !== undefined) {
    set.push(
      sql`status = ${change.status}`,
      sql`archived_at = ${change.status === "archived" ? sql`coalesce(archived_at, ${at})` : sql`null`}`,
      sql`trashed_at = ${change.status === "trash" ? sql`coalesce(trashed_at, ${at})` : sql`null`}`,
    );
  }
  if (change.pinned !== undefined) set.push(sql`pinned = ${change.pinned}`);
  if (change.dueAt !== undefined) set.push(sql`due_at = ${change.dueAt}::timestamptz`);
  if (change.snoozeUntil !== undefined) set.push(sql`snooze_until = ${change.snoozeUntil}::timestamptz`);
  if (change.sourceUrl !== undefined) set.push(sql`source_url = ${change.sourceUrl}`);
  if (change.processing !== undefined) set.push(sql`processing = ${JSON.stringify(change.processing)}::jsonb`);
  if (change.dueEntry !== undefined) set.push(sql`due_entry = ${change.dueEntry}`);
  if (change.dueDecided)
    set.push(sql`due_decided_at = ${change.dueDecided.at}::timestamptz, due_decided_from = ${change.dueDecided.from}`);
  const { derived } = change;
  // In the same statement, which does not see them.
  const beside = [
    ...(derived ? [sql`content as (${keepContent(userId, id, derived.long_data)})`] : []),
    ...(change.body === undefined ? [] : keepReferences(userId, id, change.body, now)),
  ];
  const first = beside.length ? sql`with ${sql.join(beside, sql`, `)}` : sql``;
  const statement = sql`${first} update items.item i set ${sql.join(set, sql`, `)} where i.id = ${id} and i.user_id = ${userId}
    returning ${WHOLE}`;
  const row = (await readWhole(run, statement))!;
  return derived ? { ...row, data: { ...derived.short_data, ...derived.long_data } } : row;
}

/**
 * Words of items as they are searched now: of those that were stored by an older version.
 * @param plugin the type of an item, if there still is one @returns how many there were
 */
export async function indexWords(
  tx: Tx,
  plugin: (type: string) => TypePlugin | undefined,
  content: (row: WholeItem) => Parameters<typeof derive>[1],
  atMost: number,
): Promise<number> {
  const { rows } = await tx.execute<WholeRow>(sql`select ${WHOLE} from items.item i where i.unstemmed
    order by i.id limit ${atMost} for update skip locked`);
  for (const row of rows.map(whole)) {
    const type = plugin(row.type);
    const words = type && derive(type, content(row));
    const language = row.language_set ? row.language : (words?.language ?? null);
    const stems = sql`items.language_for(${language}, user_id)`;
    const lexemes = (folded: string) => sql`items.lexemes(${folded}, ${stems})`;
    const search =
      words &&
      sql`title_key = ${words.title_key}, language = ${language},
        search = case when unfolded or attachment_count > 0 or items.words_in(${stems}) is not null
          then setweight(${lexemes(words.search_title)}, 'A') || setweight(${lexemes(words.search_tags)}, 'B')
            || ${namesOf(row.files, stems)} || setweight(${lexemes(words.search_body)}, 'D')
          else search end,`;
    await tx.execute(
      sql`update items.item set ${search ?? sql``} unfolded = false, unstemmed = false where id = ${row.id}`,
    );
  }
  return rows.length;
}

/** Whose items these are, and of which types. */
export async function readTypes(tx: Tx, ids: readonly string[]) {
  const { rows } = await tx.execute<{ id: string; user_id: string; type: string }>(
    sql`select id, user_id, type from items.item where id = any(${sql.param(ids)}::uuid[])`,
  );
  return rows;
}

/** Deletes items for good. @returns keys of the files that nothing refers to any more */
export async function deleteItems(tx: Tx, ids: string[]): Promise<string[]> {
  const list = sql`${sql.param(ids)}::uuid[]`;
  const { rows } = await tx.execute<{ file_key: string }>(
    sql`select file_key from items.attachment where item_id = any(${list})
      union all select file_key from items.picture where item_id = any(${list})
      union all select file_key from items.page_copy where item_id = any(${list})`,
  );
  await tx.execute(sql`delete from items.item where id = any(${list})`);
  return rows.map(({ file_key }) => file_key);
}
