import { type Agent, AgentList } from "@tessera/contracts-agents/agents.ts";
import { isByDay, TODAY_LIST } from "@tessera/contracts-items/by-day.ts";
import {
  type Assignee,
  BulkChange,
  BulkResult,
  ChildrenQuery,
  ImportSession,
  Item,
  ItemChildren,
  ItemPage,
  ItemPatch,
  ItemQuery,
  ItemSections,
  type ItemSummary,
  ItemTypeInfo,
  NewItem,
  Occurrence,
  PersonTimeZone,
  PlaceChange,
  PlaceResult,
  ReadMark,
  ReadMarkResult,
  SectionQuery,
} from "@tessera/contracts-items/items.ts";
import { MailIn } from "@tessera/contracts-items/mail-in.ts";
import { MENTION } from "@tessera/contracts-items/mention-limits.ts";
import {
  CardMentions,
  MentionPage,
  MentionQuery,
  NewShare,
  UnlinkedMention,
} from "@tessera/contracts-items/mentions.ts";
import { CardNeighbours, NeighboursOfText } from "@tessera/contracts-items/neighbours.ts";
import { referencesIn } from "@tessera/contracts-items/references.ts";
import {
  type CardEffect,
  CardEffectQuery,
  CardEffects,
  CardRule,
  CardRuleList,
  CardRulePatch,
  CardRuleRan,
  CardRuleTrial,
  CardRuleTried,
  CardRuleUndone,
  CardRuleVersions,
  NewCardRule,
} from "@tessera/contracts-items/rules.ts";
import { parseSearch, termsOf } from "@tessera/contracts-items/search/language.ts";
import {
  FacetQuery,
  NewSavedSearch,
  SavedSearch,
  SearchFacets,
  SearchPage,
  SearchQuery,
} from "@tessera/contracts-items/search/search.ts";
import { type ItemGroup, NO_TAG_SECTION } from "@tessera/contracts-items/sections.ts";
import { type ValueSetter, ValueSetters } from "@tessera/contracts-items/setters.ts";
import { isAsleep, SNOOZED_LIST } from "@tessera/contracts-items/snoozed.ts";
import {
  NewTagChange,
  TagChange,
  type TagColour,
  TagInfo,
  TagQuery,
  TagStyle,
} from "@tessera/contracts-items/tag-changes.ts";
import { type Answer, type Call, type Contract, startLoopback } from "@tessera/testing/loopback.ts";
import { z } from "zod";
import { summaryOf } from "../detail/summary-of.ts";
import { placeOf } from "../list/list-data.ts";
import { isInSection } from "../list/sections/in-section.ts";
import { assigneeKey } from "../types/task/assignees.ts";

/** An answer that a test puts in place of the usual one, once. */
export interface Refusal {
  method: string;
  path: RegExp;
  status: number;
  code: string;
  detail: string;
}

export interface ItemsServer {
  url: string;
  /** The person's agents. */
  agents: Agent[];
  items: Map<string, Item>;
  imports: ImportSession[];
  tagCounts: { tag: string; count: number; colour?: TagColour; imported?: true }[];
  saved: SavedSearch[];
  /** Words that are taken for others, by a search that finds nothing. */
  corrections: Map<string, string>;
  /** What searches say of their meanings, and the titles of cards that they find by them. */
  meanings: { states: SearchPage["meaning"][]; titles: string[] };
  /** Titles of cards that are said to be like any other, and tags that they suggest. */
  alike: { titles: string[]; tags: string[]; meaning: CardNeighbours["meaning"] };
  /** The person's address for mails. */
  mailIn: MailIn;
  rules: Map<string, CardRule>;
  /** What rules set. */
  effects: CardEffect[];
  /** Who set what of any card. */
  setters: ValueSetter[];
  /** What trials of rules answer. */
  tried: CardRuleTried;
  /** Changes of tags, as they were asked for; a test moves their state. */
  tagChanges: TagChange[];
  /** Requests received: "METHOD /path?query". */
  log: string[];
  /** Idempotency keys received, in order. */
  keys: string[];
  refuseNext(refusal: Refusal): void;
  /** Requests of this method are not looked at until the returned function is called. */
  hold(method: string): () => void;
  /** Changes a card as another device would. */
  change(id: string, patch: Partial<Item>): void;
  http: (path: string, init?: RequestInit) => Promise<Response>;
  stop(): Promise<void>;
}

/** Days are those of UTC. */
function isDueIn(type: string, { type: of, status, dueAt, snoozeUntil }: Item): boolean {
  if (of !== "task" || !dueAt || !["inbox", "later"].includes(status)) return false;
  const isToday = dueAt.slice(0, 10) <= new Date().toISOString().slice(0, 10);
  const sleeps = snoozeUntil !== null && new Date(snoozeUntil) > new Date();
  return type === TODAY_LIST ? isToday && !sleeps : !isToday;
}

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** A card; the higher its number, the older it is. */
export function card(n: number, fields: Partial<Item> = {}): Item {
  const at = new Date(Date.UTC(2026, 10, 20, 12) - n * 60_000).toISOString();
  return {
    id: uuid(n),
    type: "note",
    parentId: null,
    title: `Card ${n}`,
    titleSource: "person",
    body: `Text ${n}`,
    data: {},
    tags: [],
    status: "inbox",
    pinned: false,
    unread: false,
    dueAt: null,
    snoozeUntil: null,
    source: "capture",
    sourceUrl: null,
    processing: {},
    attachments: [],
    createdAt: at,
    updatedAt: at,
    archivedAt: null,
    version: 1,
    ...fields,
  };
}

const TYPES = [
  ["inbox", "Capture", "Captures"],
  ["note", "Note", "Notes"],
  ["bookmark", "Bookmark", "Bookmarks"],
  ["person", "Person", "People"],
  ["task", "Task", "Tasks"],
  ["mail", "Mail", "Mails"],
] as const;

const problem = (status: number, code: string, detail: string): Answer => ({
  status,
  json: { type: "about:blank", title: code, status, code, detail },
});
const answered = (status: number, json?: unknown): Answer => ({ status, json });

const Tags = z.array(z.object({ tag: z.string(), count: z.int() }));

/** What the items service takes and answers, by its contract. */
const contract: Contract = {
  "GET /api/items": { query: ItemQuery, answer: ItemPage },
  "POST /api/items": { body: NewItem, answer: Item, status: 201 },
  "GET /api/items/sections": { query: SectionQuery, answer: ItemSections },
  "PUT /api/items/places": { body: PlaceChange, answer: PlaceResult },
  "GET /api/items/types": { answer: z.array(ItemTypeInfo) },
  "GET /api/items/search": { query: SearchQuery, answer: SearchPage },
  "GET /api/items/search/facets": { query: FacetQuery, answer: SearchFacets },
  "GET /api/items/searches": { answer: z.array(SavedSearch) },
  "PUT /api/items/searches/:id": { body: NewSavedSearch, answer: SavedSearch },
  "DELETE /api/items/searches/:id": { answer: null },
  "GET /api/items/tags": { answer: Tags },
  "GET /api/items/tags/search": { query: TagQuery, answer: z.array(TagInfo) },
  "PUT /api/items/tags/style": { body: TagStyle, answer: null },
  "POST /api/items/tags/changes": { body: NewTagChange, answer: TagChange, status: 201 },
  "GET /api/items/tags/changes/:id": { answer: TagChange },
  "POST /api/items/tags/changes/:id/undo": { answer: TagChange },
  "GET /api/items/mail-in": { answer: MailIn },
  "POST /api/items/mail-in": { answer: MailIn, status: 201 },
  "DELETE /api/items/mail-in": { answer: null },
  "PUT /api/items/time-zone": { body: PersonTimeZone, answer: null },
  "GET /api/items/rules": { answer: CardRuleList },
  "POST /api/items/rules": { body: NewCardRule, answer: CardRule, status: 201 },
  "POST /api/items/rules/trials": { body: CardRuleTrial, answer: CardRuleTried },
  "GET /api/items/rules/effects": { query: CardEffectQuery, answer: CardEffects },
  "POST /api/items/rules/effects/:id/revert": { answer: Item },
  "GET /api/items/rules/:id/versions": { answer: CardRuleVersions },
  "PUT /api/items/rules/:id/runs/:run": { answer: CardRuleRan },
  "DELETE /api/items/rules/:id/runs/:run": { answer: CardRuleUndone },
  "POST /api/items/rules/:id/restore": { answer: CardRule },
  "PATCH /api/items/rules/:id": { body: CardRulePatch, answer: CardRule },
  "DELETE /api/items/rules/:id": { answer: null },
  "POST /api/items/read-marks": { body: ReadMark, answer: ReadMarkResult },
  "GET /api/agents/agents": { answer: AgentList },
  "POST /api/items/bulk": { body: BulkChange, answer: BulkResult },
  "GET /api/items/mentions": { query: MentionQuery, answer: MentionPage },
  "GET /api/items/:id/mentions": { answer: CardMentions },
  "GET /api/items/:id/unlinked-mentions": { answer: z.array(UnlinkedMention) },
  "GET /api/items/:id/setters": { answer: ValueSetters },
  "GET /api/items/:id/neighbours": { answer: CardNeighbours },
  "POST /api/items/neighbours": { body: NeighboursOfText, answer: CardNeighbours },
  "POST /api/items/shares": { body: NewShare, answer: Item, status: 201 },
  "POST /api/items/files": { answer: Item, status: 201 },
  "GET /api/items/import": { answer: z.array(ImportSession) },
  "POST /api/items/import": { answer: ImportSession, status: 201 },
  "GET /api/items/import/:id": { answer: ImportSession },
  "POST /api/items/import/:id/cancel": { answer: ImportSession },
  "POST /api/items/import/:id/undo": { answer: ImportSession },
  "POST /api/items/import/:id/copies": { answer: ImportSession },
  "POST /api/items/:id/processing/:step": { answer: Item },
  "POST /api/items/:id/processing/:step/cancel": { answer: Item },
  "GET /api/items/:id/occurrences": { answer: z.array(Occurrence) },
  "POST /api/items/:id/occurrences": { answer: Item },
  "DELETE /api/items/:id/occurrences/:occurrence": { answer: Item },
  "GET /api/items/:id/children": { query: ChildrenQuery, answer: ItemChildren },
  "GET /api/items/:id": { answer: Item },
  "PATCH /api/items/:id": { body: ItemPatch, answer: Item },
  "DELETE /api/items/:id": { answer: null },
};

/** Speaks the items contract over loopback HTTP, from memory: what the pages are tested against. */
export async function startItemsServer(initial: Item[]): Promise<ItemsServer> {
  const items = new Map(initial.map((item) => [item.id, item]));
  const refusals: Refusal[] = [];
  const log: string[] = [];
  const keys: string[] = [];
  const imports: ImportSession[] = [];
  const tagCounts: ItemsServer["tagCounts"] = [{ tag: "home", count: 3 }];
  const tagChanges: TagChange[] = [];
  const saved: SavedSearch[] = [];
  const meanings: ItemsServer["meanings"] = { states: ["not-asked"], titles: [] };
  const corrections = new Map<string, string>();
  const setters: ValueSetter[] = [];
  const alike: ItemsServer["alike"] = { titles: [], tags: [], meaning: "searched" };
  let made = 9000;

  const store = (before: Item, patch: ItemPatch): Item => {
    const settled =
      before.type === "task" && patch.status && !patch.data ? { done: patch.status === "done" } : patch.data;
    const data = Object.fromEntries(
      Object.entries({ ...before.data, ...settled }).filter(([, value]) => value !== null),
    );
    const after = {
      ...before,
      ...patch,
      data,
      version: before.version + 1,
      updatedAt: new Date().toISOString(),
    } as Item;
    items.set(after.id, after);
    if (after.status === "done" && before.status !== "done" && after.data.repeat && after.dueAt)
      return moveOn(before, "completed", after.version);
    return after;
  };

  /** Earlier versions of cards that repeat, the newest first. */
  const occurrences = new Map<string, { kind: Occurrence["kind"]; before: Item; id: string }[]>();
  /** A card that repeats is due a week later; the service asks its type. */
  const moveOn = (before: Item, kind: Occurrence["kind"], version: number): Item => {
    const log = occurrences.get(before.id) ?? [];
    const id = uuid(made++);
    occurrences.set(before.id, [{ kind, before, id }, ...log]);
    const dueAt = new Date(Date.parse(before.dueAt as string) + 7 * 86_400_000).toISOString();
    const data = { ...before.data, done: false, occurrence: id };
    const after = { ...before, dueAt, snoozeUntil: dueAt, data, version };
    items.set(after.id, after);
    return after;
  };
  const answerOccurrences = (method: string, item: Item): Answer => {
    const log = occurrences.get(item.id) ?? [];
    const [newest, ...earlier] = log;
    if (method === "GET")
      return answered(
        200,
        log.map(({ id, kind, before }) => ({ id, kind, at: new Date().toISOString(), dueAt: before.dueAt })),
      );
    if (method === "POST") return answered(200, moveOn(item, "skipped", item.version + 1));
    if (!newest) return problem(409, "occurrence_not_newest", "This was taken back already.");
    occurrences.set(item.id, earlier);
    const back = { ...newest.before, version: item.version + 1 };
    items.set(item.id, back);
    return answered(200, back);
  };

  const list = (search: URLSearchParams) => {
    const type = search.get("type") ?? "all";
    const status = search.get("status") ?? (type === "inbox" ? "inbox" : null);
    const q = search.get("q")?.toLowerCase();
    const found = [...items.values()]
      .filter((item) => ["inbox", "all", SNOOZED_LIST].includes(type) || isByDay(type) || item.type === type)
      .filter((item) => !isByDay(type) || isDueIn(type, item))
      .filter((item) => !search.get("only") || item.type === search.get("only"))
      .filter((item) => (status === "any" ? true : status ? item.status === status : item.status !== "trash"))
      .filter((item) => type !== "inbox" || !item.snoozeUntil || new Date(item.snoozeUntil) <= new Date())
      .filter((item) => type !== SNOOZED_LIST || isAsleep(item, new Date()))
      .filter((item) => (search.get("tag")?.split(",") ?? []).every((tag) => item.tags.includes(tag)))
      .filter((item) => search.get("unread") !== "true" || item.unread)
      .filter((item) => !search.get("assignee") || isIn(item, "assignee", search.get("assignee")))
      .filter((item) => !q || `${item.title} ${item.body}`.toLowerCase().includes(q))
      .filter((item) => !search.get("section") || isIn(item, search.get("group"), search.get("section")))
      .sort((a, b) =>
        search.get("sort") === "manual"
          ? placeOf({ ...a, placed: placed.get(a.id) }) - placeOf({ ...b, placed: placed.get(b.id) })
          : isByDay(type)
            ? (a.dueAt ?? "").localeCompare(b.dueAt ?? "")
            : type === SNOOZED_LIST
              ? (a.snoozeUntil ?? "").localeCompare(b.snoozeUntil ?? "")
              : b.createdAt.localeCompare(a.createdAt),
      );
    const start = Number(search.get("cursor") ?? 0);
    const limit = Number(search.get("limit") ?? 100);
    const rows = found.slice(start, start + limit).map((item): ItemSummary => {
      const { priority } = item.data as { priority?: NonNullable<ItemSummary["priority"]> | "none" };
      const matters = priority && priority !== "none" ? { priority } : {};
      const place = placed.has(item.id) ? { placed: placed.get(item.id) as number } : {};
      const given = item.data.assignee ? { assignee: item.data.assignee as Assignee } : {};
      const row = { ...summaryOf(item), ...matters, ...given, ...place, line: item.body.split("\n", 1)[0] ?? "" };
      if (!q) return row;
      const mark = (text: string) => text.replace(new RegExp(q, "i"), (match) => `\u0002${match}\u0003`);
      return { ...row, highlight: { title: mark(row.title), line: mark(row.line) } };
    });
    return {
      items: rows,
      nextCursor: start + limit < found.length ? String(start + limit) : null,
      total: found.length,
    };
  };

  const agents: Agent[] = [];
  /** Where cards were moved to by hand. */
  const placed = new Map<string, number>();
  const isIn = (item: Item, group: string | null, key: string | null) => {
    const priority = item.data.priority === "none" ? undefined : item.data.priority;
    const row = { ...summaryOf(item), priority, assignee: item.data.assignee } as ItemSummary;
    return isInSection(group as ItemGroup, key ?? "", row, new Date());
  };
  const sections = (search: URLSearchParams): ItemSections => {
    const group = search.get("group") as ItemGroup;
    const own = new URLSearchParams(search);
    own.delete("group");
    const rows = list(own).items.flatMap(({ id }) => items.get(id) ?? []);
    const tags = [...new Set(rows.flatMap((row) => row.tags))];
    const keysOf = {
      status: ["inbox", "later", "done", "archived"],
      type: [...new Set(rows.map((row) => row.type))],
      priority: ["high", "medium", "low", "none"],
      tag: [...tags, NO_TAG_SECTION],
      assignee: [
        ...new Set(["me", ...rows.map((row) => assigneeKey(row.data.assignee as Assignee | undefined)), "none"]),
      ],
      due: ["overdue", "today", "tomorrow", "week", "later", "none"],
    }[group];
    const nameOf = (row?: Item) => (row?.data.assignee as { name?: string } | undefined)?.name;
    const counted = keysOf.map((key) => {
      const own = rows.filter((row) => isIn(row, group, key));
      return { key, count: own.length, ...(group === "assignee" ? { name: nameOf(own[0]) } : {}) };
    });
    return { sections: counted, more: false };
  };
  const place = (change: PlaceChange): PlaceResult => {
    const at = (id: string) => placeOf({ ...(items.get(id) as Item), placed: placed.get(id) });
    const moved =
      "places" in change
        ? change.places.map(({ id, place: to }) => ({ id, to: to === null ? null : Number(to) }))
        : change.ids.map((id, n) => ({
            id,
            to:
              "after" in change ? at(change.after) + (n + 1) / 100 : at(change.before) - (change.ids.length - n) / 100,
          }));
    return {
      placed: moved.map(({ id, to }) => {
        const previous = placed.get(id);
        if (to === null) placed.delete(id);
        else placed.set(id, to);
        return {
          id,
          place: to === null ? null : String(to),
          previous: previous === undefined ? null : String(previous),
        };
      }),
    };
  };

  const typeInfos = (): ItemTypeInfo[] =>
    TYPES.map(([type, label, plural], order) => ({
      type,
      label,
      plural,
      icon: "mdi-help-circle-outline",
      order,
      capabilities: type === "person" ? [MENTION] : [],
      childTypes: type === "bookmark" ? ["highlight"] : [],
      parentType: null,
      creatable: type !== "mail",
      waiting: [...items.values()].filter((item) => item.type === type && item.status === "inbox").length,
      count: [...items.values()].filter((item) => item.type === type && item.status !== "trash").length,
    }));

  const create = (input: Partial<Item>): Item => {
    const known = [...items.values()].find(
      (item) => input.sourceUrl && !input.parentId && item.sourceUrl === input.sourceUrl,
    );
    if (known) return store({ ...known, createdAt: new Date().toISOString() }, {});
    const title = input.title || input.body?.split("\n", 1)[0] || input.sourceUrl || "Untitled";
    const item = card(made++, { ...input, title, createdAt: new Date().toISOString() });
    items.set(item.id, item);
    return item;
  };

  type Due = BulkResult["changed"][number]["previous"]["due"];
  const dueOf = (item: Item, due: NonNullable<Due>): Pick<Item, "dueAt" | "data"> =>
    "at" in due
      ? { dueAt: due.at, data: { dueDay: due.day } }
      : { dueAt: `${due.day}T${item.dueAt?.slice(11) ?? "00:00:00.000Z"}`, data: {} };
  const bulk = (change: {
    ids: string[];
    set?: ItemPatch & { due?: Due; priority?: string; assignee?: Assignee | null };
    addTags?: string[];
    removeTags?: string[];
  }) => {
    const changed = change.ids.flatMap((id) => {
      const before = items.get(id);
      if (!before) return [];
      const tags = [...before.tags.filter((tag) => !change.removeTags?.includes(tag)), ...(change.addTags ?? [])];
      const { due, priority, assignee, ...set } = change.set ?? {};
      const previous = {
        ...(priority ? { priority: before.data.priority ?? "none" } : {}),
        ...(assignee === undefined ? {} : { assignee: (before.data.assignee as Assignee | undefined) ?? null }),
        ...Object.fromEntries(Object.keys(set).map((key) => [key, before[key as keyof Item]])),
        ...(due ? { due: { at: before.dueAt, day: (before.data.dueDay as string) ?? null } } : {}),
      };
      const tagged = change.addTags?.length || change.removeTags?.length;
      const after = store(before, {
        ...set,
        ...(due ? dueOf(before, due) : {}),
        ...(priority ? { data: { priority } } : {}),
        ...(assignee === undefined ? {} : { data: { assignee } }),
        ...(tagged ? { tags } : {}),
      });
      const occurrence = after.data.occurrence === before.data.occurrence ? {} : { occurrence: after.data.occurrence };
      return [
        {
          id,
          version: after.version,
          ...occurrence,
          previous: { ...previous, ...(tagged ? { tags: before.tags } : {}) },
        },
      ];
    });
    return { changed, missing: change.ids.filter((id) => !items.has(id)) };
  };

  /** Finds by words in the title and by tags: all of them. */
  const found = (q: string) => {
    const { node } = parseSearch(q);
    const terms = node ? termsOf(node) : [];
    const fits = ({ title, tags }: Item) =>
      terms.every((term) =>
        term.kind === "text"
          ? title.toLowerCase().includes((corrections.get(term.text) ?? term.text).toLowerCase())
          : term.name === "tag" && tags.includes(term.value),
      );
    const rows = [...items.values()].filter((item) => item.status !== "trash" && fits(item));
    const corrected = terms.flatMap((term) => {
      const to = term.kind === "text" && corrections.get(term.text);
      return term.kind === "text" && to ? { from: term.text, to } : [];
    });
    return { rows, corrected };
  };
  const answerSearch = (url: URL, part: string | undefined): Answer => {
    const { rows, corrected } = found(url.searchParams.get("q") ?? "");
    if (part === "facets") {
      const tags = [...new Set(rows.flatMap((row) => row.tags))];
      const tag = tags.map((value) => ({ value, count: rows.filter((row) => row.tags.includes(value)).length }));
      return answered(200, {
        counted: rows.length,
        type: [{ value: "note", count: rows.length }],
        tag,
        site: [],
        age: [],
      });
    }
    const meaning = (meanings.states.length > 1 ? meanings.states.shift() : meanings.states[0])!;
    const meant =
      meaning === "searched" ? [...items.values()].filter(({ title }) => meanings.titles.includes(title)) : [];
    const hits = [...rows.map(summaryOf), ...meant.map((item) => ({ ...summaryOf(item), match: "meaning" as const }))];
    return answered(200, { items: hits, nextCursor: null, total: hits.length, corrected, meaning });
  };
  const answerSaved = (method: string, id: string | undefined, body: NewSavedSearch): Answer => {
    if (!id) return answered(200, saved);
    const at = saved.findIndex((one) => one.id === id);
    if (at >= 0) saved.splice(at, 1);
    if (method === "DELETE") return answered(204);
    saved.push({ ...body, id, createdAt: new Date().toISOString() });
    return answered(200, saved.at(-1));
  };
  const nameOf = ({ id, type, title }: Item) => ({ id, type, title });
  const allMentions = () =>
    [...items.values()].flatMap((source) =>
      referencesIn(source.body).flatMap(({ id, from, to }) => {
        const target = items.get(id);
        if (!target || target.status === "trash" || source.status === "trash") return [];
        const context = `${source.body.slice(0, from)}\u0002${target.title}\u0003${source.body.slice(to)}`;
        return [{ source: nameOf(source), target: nameOf(target), context, at: source.createdAt }];
      }),
    );
  /** The card whose title is "Me" stands for the person. */
  const listMentions = (search: URLSearchParams): MentionPage => {
    const me = [...items.values()].find(({ title }) => title === "Me");
    const of = search.get("of");
    const found = allMentions().filter(
      ({ target }) =>
        (of !== "me" || target.id === me?.id) &&
        (of !== "people" || target.type === "person") &&
        (of !== "cards" || target.type !== "person"),
    );
    return { items: found, nextCursor: null, me: me ? nameOf(me) : null };
  };
  const mentionsOf = (item: Item): CardMentions => {
    const found = allMentions().filter(({ target }) => target.id === item.id);
    const mentioned = referencesIn(item.body).map(({ id }) => {
      const card = items.get(id);
      return card
        ? { ...nameOf(card), status: card.status, aliases: (card.data.aliases as string[] | undefined) ?? [] }
        : { id, gone: true as const };
    });
    return { mentioned, mentions: found, total: found.length };
  };
  const unlinkedOf = ({ id, title }: Item): UnlinkedMention[] =>
    [...items.values()].flatMap((source) => {
      const from = source.body.indexOf(title);
      if (source.id === id || from < 0 || referencesIn(source.body).some((one) => one.id === id)) return [];
      const to = from + title.length;
      const context = `${source.body.slice(0, from)}\u0002${title}\u0003${source.body.slice(to)}`;
      return [{ source: nameOf(source), name: title, from, to, context }];
    });

  /** A card is nearly the same as another one of its text. */
  const neighboursOf = (id: string | null, text: string): CardNeighbours => {
    const near = [...items.values()].filter(
      (item) => item.id !== id && item.status !== "trash" && !referencesIn(text).some((one) => one.id === item.id),
    );
    const neighbours = near
      .filter(({ title, body }) => alike.titles.includes(title) || body === text)
      .map((item) => ({
        card: { ...nameOf(item), status: item.status, createdAt: item.createdAt },
        ...{ same: item.body === text, likeness: item.body === text ? 1 : 0.7 },
      }));
    const own = items.get(id ?? "")?.tags ?? [];
    return { neighbours, tags: alike.tags.filter((tag) => !own.includes(tag)), meaning: alike.meaning };
  };

  const answerTags = (method: string, url: URL, body: never): Answer => {
    const [part, id, act] = url.pathname.split("/").slice(4);
    const q = url.searchParams.get("q")?.toLowerCase() ?? "";
    if (part === undefined)
      return answered(
        200,
        tagCounts.map(({ tag, count }) => ({ tag, count })),
      );
    if (part === "style") {
      const { tag, colour } = body as TagStyle;
      Object.assign(tagCounts.find((one) => one.tag === tag) ?? {}, { colour });
      return answered(204);
    }
    if (part === "search") {
      const found = tagCounts
        .filter(({ tag, imported }) => tag.toLowerCase().includes(q) && (imported || !url.searchParams.get("imported")))
        .map(({ tag, count, colour }) => ({ tag, count, colour: colour ?? null }));
      return answered(200, found);
    }
    if (method === "POST" && !id) {
      const { from, to } = body as NewTagChange;
      const total = tagCounts.filter(({ tag }) => from.includes(tag)).reduce((sum, { count }) => sum + count, 0);
      const [done, state] = total > 500 ? [0, "running" as const] : [total, "done" as const];
      tagChanges.push({ id: uuid(made++), createdAt: new Date().toISOString(), from, to, state, total, done });
      tagCounts.splice(0, Infinity, ...tagCounts.filter(({ tag }) => !from.includes(tag)));
      if (to !== null) tagCounts.push({ tag: to, count: total });
      return answered(201, tagChanges.at(-1));
    }
    const change = tagChanges.find((one) => one.id === id);
    if (act === "undo" && change) change.state = "undone";
    return answered(200, change);
  };

  const answer = ({ method, url, headers, text, json: body }: Call): Answer => {
    log.push(`${method} ${url.pathname}${url.search}`);
    const key = headers["idempotency-key"];
    if (typeof key === "string") keys.push(key);
    const at = refusals.findIndex((one) => one.method === method && one.path.test(url.pathname));
    const refusal = at < 0 ? undefined : refusals.splice(at, 1)[0];
    if (refusal) return problem(refusal.status, refusal.code, refusal.detail);
    const json = () => body as never;
    if (url.pathname === "/api/agents/agents") return answered(200, { items: agents });
    const [, , , first, second] = url.pathname.split("/");
    if (first === undefined)
      return method === "GET" ? answered(200, list(url.searchParams)) : answered(201, create(json()));
    if (first === "sections") return answered(200, sections(url.searchParams));
    if (first === "places") return answered(200, place(json()));
    if (first === "types") return answered(200, typeInfos());
    if (first === "search") return answerSearch(url, second);
    if (first === "searches") return answerSaved(method, second, json());
    if (first === "tags") return answerTags(method, url, json());
    if (first === "time-zone") return answered(204);
    if (first === "mail-in") return answerMailIn(method);
    if (first === "read-marks") {
      const { ids, unread } = json() as { ids: string[]; unread: boolean };
      const changed = ids.filter((id) => items.has(id) && items.get(id)?.unread !== unread);
      for (const id of changed) items.set(id, { ...(items.get(id) as Item), unread });
      return answered(200, { changed });
    }
    if (first === "rules") return answerRules(method, url.pathname.split("/").slice(4), json());
    if (first === "neighbours") return answered(200, neighboursOf(null, (json() as NeighboursOfText).text));
    if (first === "mentions") return answered(200, listMentions(url.searchParams));
    if (first === "shares") {
      const { title, text, url: address } = json() as { title?: string; text: string; url?: string };
      const type = address ? "bookmark" : "note";
      return answered(
        201,
        create({ type, title, body: text, sourceUrl: address ?? null, data: address ? { url: address } : {} }),
      );
    }
    if (first === "files") {
      const fileName = /filename="([^"]*)"/.exec(text)?.[1] ?? "file";
      const tags = url.searchParams.get("tags")?.split(",") ?? [];
      const data = { fileName, mediaType: "text/plain", bytes: 5, text: "What it says", textCut: false };
      return answered(201, create({ type: "file", title: fileName, data, tags }));
    }
    if (first === "bulk") return answered(200, bulk(json()));
    if (first === "import") {
      if (method === "GET" && !second) return answered(200, imports);
      if (method === "GET") {
        const one = imports.find((session) => session.id === second);
        return one ? answered(200, one) : problem(404, "import_not_found", "There is no such import.");
      }
      if (second) {
        const session = imports.find((one) => one.id === second);
        const step = url.pathname.split("/")[5];
        if (session && step === "cancel") session.state = "cancelled";
        if (session && step === "undo")
          Object.assign(session, { undoUntil: undefined, undo: { state: "running", removed: 0, kept: 0, named: [] } });
        if (session && step === "copies") session.copies = { state: "waiting", done: 0, total: null };
        return answered(200, session);
      }
      const name = /filename="([^"]*)"/.exec(text)?.[1] ?? "file";
      const session = importSession({ id: uuid(made++), fileName: name });
      imports.unshift(session);
      return answered(201, session);
    }
    const item = items.get(first);
    if (!item) return problem(404, "item_not_found", "There is no such card.");
    if (second === "children") {
      const own = [...items.values()].filter(({ parentId, status }) => parentId === first && status !== "trash");
      return answered(200, { items: own, nextCursor: null });
    }
    if (second === "occurrences") return answerOccurrences(method, item);
    if (second === "setters") return answered(200, { items: setters });
    if (second === "neighbours") return answered(200, neighboursOf(item.id, item.body));
    if (second === "mentions") return answered(200, mentionsOf(item));
    if (second === "unlinked-mentions") return answered(200, unlinkedOf(item));
    if (second === "processing") {
      const step = url.pathname.split("/")[5] ?? "";
      const isCancel = url.pathname.endsWith("/cancel");
      const state: Item["processing"][string] = isCancel
        ? { state: "failure", reason: "Cancelled", cancelled: true }
        : { state: "pending" };
      const after: Item = { ...item, processing: { ...item.processing, [step]: state } };
      items.set(item.id, after);
      return answered(200, after);
    }
    if (method === "GET") return answered(200, item);
    if (headers["if-match"] !== `"${item.version}"`) {
      return problem(412, "version_conflict", "The card was changed meanwhile.");
    }
    if (method === "PATCH") return answered(200, store(item, json()));
    if (item.status === "trash") items.delete(first);
    else store(item, { status: "trash" });
    return answered(204);
  };
  const mailIn: MailIn = { domain: "in.test", address: null, since: null, lastAt: null, refused: null };
  function answerMailIn(method: string): Answer {
    if (method === "POST")
      Object.assign(mailIn, { address: `${"a".repeat(24)}${made++}@in.test`, since: new Date().toISOString() });
    if (method === "DELETE") Object.assign(mailIn, { address: null, since: null });
    return method === "DELETE" ? answered(204) : answered(method === "POST" ? 201 : 200, mailIn);
  }
  const rules: Pick<ItemsServer, "rules" | "effects" | "tried"> = {
    rules: new Map(),
    effects: [],
    tried: { looked: 0, met: 0, changes: 0, contradicts: 0, items: [] },
  };
  const versions = new Map<string, CardRule[]>();
  const deleted = new Map<string, CardRule>();
  function answerRules(method: string, [first, second]: string[], body: unknown): Answer {
    const keep = (rule: CardRule, status = 200) => {
      rules.rules.set(rule.id, rule);
      versions.set(rule.id, [rule, ...(versions.get(rule.id) ?? [])]);
      return answered(status, rule);
    };
    if (first === "effects" && !second) return answered(200, { items: rules.effects });
    if (first === "effects") {
      const effect = rules.effects.find(({ id }) => id === second)!;
      effect.stands = false;
      const item = items.get(effect.card.id)!;
      return answered(200, store(item, { tags: item.tags.filter((tag) => tag !== effect.after) }));
    }
    if (first === "trials") return answered(200, rules.tried);
    if (!first && method === "GET") return answered(200, { items: [...rules.rules.values()] });
    if (!first) {
      const added = { ...NewCardRule.parse(body), id: uuid(made++), specificity: 20, changed: 0, version: 1 };
      return keep(added, 201);
    }
    const rule = rules.rules.get(first) ?? deleted.get(first)!;
    if (second === "versions") {
      const at = new Date().toISOString();
      const all = versions.get(first)!.map(({ id: _, specificity: __, changed: ___, ...one }) => ({ ...one, at }));
      return answered(200, { items: all });
    }
    if (second === "runs") return answered(200, method === "PUT" ? { changed: 47, kept: 2 } : { reverted: 47 });
    if (second === "restore") return keep(rule);
    if (method === "PATCH") return keep({ ...rule, ...CardRulePatch.parse(body), version: rule.version + 1 });
    rules.rules.delete(first);
    deleted.set(first, rule);
    return answered(204);
  }
  const held = new Map<string, Promise<void>>();
  const server = await startLoopback(async (call) => {
    await held.get(call.method);
    return answer(call);
  }, contract);
  return {
    agents,
    saved,
    alike,
    setters,
    corrections,
    meanings,
    tagCounts,
    tagChanges,
    ...rules,
    mailIn,
    url: server.origin,
    items,
    imports,
    log,
    keys,
    refuseNext: (refusal) => void refusals.push(refusal),
    hold: (method) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(method, promise);
      return () => {
        held.delete(method);
        resolve();
      };
    },
    change: (id, patch) => {
      const before = items.get(id);
      if (before) items.set(id, { ...before, ...patch, version: before.version + 1 });
    },
    http: server.http,
    stop: server.stop,
  };
}

/** An import that has just been taken in. */
export const importSession = (fields: Partial<ImportSession>): ImportSession => ({
  id: uuid(1),
  kind: "bookmarks",
  fileName: "bookmarks.html",
  state: "running",
  total: null,
  done: 0,
  created: 0,
  duplicates: 0,
  refused: 0,
  errors: [],
  failure: null,
  createdAt: new Date().toISOString(),
  finishedAt: null,
  ...fields,
});
