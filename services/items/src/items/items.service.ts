import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { addDays, dayOf, startOfDay } from "@tessera/contracts-core/days.ts";
import { apiTokenCards, invalidRequest } from "@tessera/contracts-core/problems.ts";
import { isByDay, TODAY_LIST } from "@tessera/contracts-items/by-day.ts";
import type {
  BulkChange,
  BulkResult,
  ChildrenQuery,
  Item,
  ItemChildren,
  ItemPage,
  ItemPatch,
  ItemQuery,
  ItemSections,
  ItemTypeInfo,
  NewItem,
  Occurrence,
  PlaceChange,
  PlaceResult,
  ReadMark,
  ReadMarkResult,
  SectionQuery,
} from "@tessera/contracts-items/items.ts";
import {
  attachmentNotFound,
  doesNotRepeat,
  duplicateItem,
  emptyCapture,
  itemNotFound,
  occurrenceNotNewest,
} from "@tessera/contracts-items/problems.ts";
import { type ItemGroup, STATUS_SECTIONS } from "@tessera/contracts-items/sections.ts";
import { SNOOZED_LIST } from "@tessera/contracts-items/snoozed.ts";
import {
  type Caller,
  Clock,
  Database,
  limitedCards,
  problem,
  type Subscription,
  SubscriptionGate,
  type Tx,
} from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { PersonDays } from "../days/person-days.ts";
import { DueEntries } from "../maintenance/due-entries.ts";
import { FileCleaner } from "../maintenance/file-cleaner.ts";
import { contentOf } from "../processing/content-of.ts";
import { ProcessingService } from "../processing/processing.service.ts";
import { ConvertCards } from "../rules/convert-cards.ts";
import { RuleStarts } from "../rules/rule-starts.ts";
import type { Reader } from "../search/highlight.ts";
import { languagesOf } from "../search/languages.ts";
import { readQualifiers } from "../search/qualifiers.ts";
import { cleanText } from "../text/clean.ts";
import { normaliseTags } from "../text/tags.ts";
import type { TypePlugin } from "../types/plugin.ts";
import { TypeRegistry } from "../types/registry.ts";
import { Assignees, assigneeOf, names, withoutRun } from "./assignees.ts";
import { changeMany } from "./bulk-change.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { FirstCard } from "./first-card.ts";
import { checkVersion } from "./if-match.ts";
import {
  deleteItems,
  readAttachments,
  readChildren,
  readItem,
  readTypes,
  readWhole,
  saveItems,
  updateItem,
  type WholeItem,
  wholeItem,
} from "./item.store.ts";
import { checkCreatable, checkData, checkServerFields, checkTime, pluginFor, readData } from "./item-input.ts";
import { lockQuota, PlanLimitReached } from "./item-quota.ts";
import { type AttachmentRow, toItem } from "./item-row.ts";
import { cardsOf, type ListQuery, listItems } from "./list-items.ts";
import { markRead } from "./mark-read.ts";
import { listOccurrences } from "./occurrence.store.ts";
import { placeItems } from "./places.ts";
import { planChange } from "./plan-change.ts";
import { Recurrence } from "./recurrence.ts";
import { countSections, inSection, invalidSection } from "./sections.ts";

/** Whose cards they are, and who acts. */
type Person = Pick<Caller, "userId"> & Partial<Pick<Caller, "email" | "apiToken">>;
type PlanLimits = Pick<Subscription, "cardLimit" | "storageLimit">;
type Created = { item: Item; created: boolean };

/** The source of cards whose text another area writes, and others perhaps wrote. */
const WRITTEN_ELSEWHERE = "area";
const isWrittenElsewhere = ({ file, stepsElsewhere }: TypePlugin) => !file && Object.keys(stepsElsewhere).length > 0;

/** The list of all that waits, whatever its type. */
const INBOX = "inbox";

/** What `items.tally` keeps, of the cards that an API token reaches. */
const COUNTED = sql`(select i.user_id, i.type, i.status, count(*) as count from items.item i group by 1, 2, 3)`;

/** An item as what follows from it is worked out. */
const followed = (row: WholeItem) => ({ ...contentOf(row), id: row.id, parentId: row.parent_id });

@Injectable()
export class ItemsService {
  constructor(
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly database: Database,
    private readonly processing: ProcessingService,
    private readonly due: DueEntries,
    private readonly recurrence: Recurrence,
    private readonly days: PersonDays,
    private readonly firstCard: FirstCard,
    private readonly starts: RuleStarts,
    private readonly converts: ConvertCards,
    private readonly assignees: Assignees,
    private readonly files: FileCleaner,
    private readonly gate: SubscriptionGate,
    private readonly clock: Clock,
  ) {}

  /** @throws ProblemException 400 where `group` and `section` do not come together */
  async list(caller: Person, query: z.output<typeof ItemQuery>): Promise<ItemPage> {
    const { group, section: key } = query;
    if ((group === undefined) !== (key === undefined)) throw invalidSection(group);
    const plan = await this.plan(caller, query);
    const narrowed = group && key ? await this.narrow(caller, plan, group, key) : plan;
    return listItems(this.reader(caller), this.registry, caller.userId, narrowed, this.clock.now());
  }

  /** How many cards each section of a list has. */
  async sections(caller: Person, { group, ...query }: z.output<typeof SectionQuery>): Promise<ItemSections> {
    const plan = await this.plan(caller, { ...query, sort: "created", limit: 1 });
    const cards = cardsOf(caller.userId, plan, this.clock.now());
    if (!cards) return { sections: [], more: false };
    const types = this.registry.all().map(({ definition }) => definition.type);
    return countSections(
      this.reader(caller),
      group,
      { ...cards, types, status: plan.status },
      await this.sectionTime(caller),
    );
  }

  /** @throws ProblemException 404 `item_not_found` */
  place(caller: Person, change: PlaceChange): Promise<PlaceResult> {
    return this.database.as(caller, (tx) => placeItems(tx, caller.userId, change));
  }

  /** One section of a list; a status and a type are said as lists say them, whose numbers are kept. */
  private async narrow(caller: Person, plan: ListQuery, group: ItemGroup, asked: string): Promise<ListQuery> {
    const key = cleanText(asked);
    if (group === "status" && (plan.status === null || plan.status === "any") && key !== "trash") {
      const status = STATUS_SECTIONS.find((one) => one === key);
      if (status) return { ...plan, status };
    }
    if (group === "type" && (plan.types === null || plan.types.includes(key))) return { ...plan, types: [key] };
    const time = await this.sectionTime(caller, group);
    const { section: held } = plan;
    const section = (table: SQL) => inSection(table, group, key, time);
    return { ...plan, section: held ? (table) => sql`${held(table)} and ${section(table)}` : section };
  }

  /** The days of the person; only what is grouped by them needs their own. */
  private async sectionTime({ userId }: Person, group: ItemGroup = "due") {
    const now = this.clock.now();
    if (group !== "due") return { now, zone: "UTC" };
    return { now, zone: await this.days.zoneBy((statement) => this.database.read({ userId }, statement), userId) };
  }

  private reader(caller: Person): Reader {
    return { execute: this.database.read.bind(this.database, caller) as Reader["execute"] };
  }

  private async plan(caller: Person, query: z.output<typeof ItemQuery>): Promise<ListQuery> {
    const { type, cursor, limit } = query;
    // Kept counts, and what finds words, know nothing of a token's cards: each card is asked for its row.
    const anyCard = limitedCards() ? () => sql`true` : undefined;
    const asked = readQualifiers(cleanText(query.q ?? ""), (name) => this.registry.isValid(name));
    const q = asked.words || undefined;
    const status = query.status ?? asked.status;
    const tags = asked.tags.length ? [...(query.tag ?? []), ...asked.tags] : query.tag;
    const [inbox, asleep] = [type === INBOX, type === SNOOZED_LIST];
    const ofType = type !== "all" && !inbox && !asleep && !isByDay(type);
    if (ofType && !this.registry.isValid(type)) pluginFor(this.registry, type);
    const byDay = isByDay(type) ? await this.dueIn(caller, type, query.only) : null;
    const usual = asleep ? ("wake" as const) : byDay ? ("due" as const) : ("created" as const);
    const sort =
      query.sort === "relevance" && q === undefined ? usual : (query.sort ?? (q === undefined ? usual : "relevance"));
    const wanted = status ?? (inbox ? "inbox" : null);
    const listed = byDay?.types ?? (ofType ? this.registry.family(type) : query.only ? [query.only] : null);
    const named = asked.type && this.registry.family(asked.type);
    return {
      types: named ? named.filter((one) => !listed || listed.includes(one)) : listed,
      status: wanted,
      snoozed: asleep
        ? ("alone" as const)
        : (inbox && wanted === "inbox") || type === TODAY_LIST
          ? ("out" as const)
          : null,
      unread: query.unread === "true" || asked.unread,
      section: query.assignee ? this.doneBy(query.assignee) : anyCard,
      ...(byDay ? { due: byDay.due } : {}),
      sort: byDay && sort === "due" ? ("plan" as const) : sort,
      order:
        query.order ??
        (["title", "due", "wake", "priority", "manual"].includes(sort) ? ("asc" as const) : ("desc" as const)),
      languages: q === undefined ? [] : await languagesOf(this.reader(caller), caller.userId),
      ...{ q, tags, cursor, limit, sender: asked.sender, since: asked.since, until: asked.until },
    };
  }

  /** What is true of cards that somebody does; of none, where there is no such assignee. */
  private doneBy(assignee: string) {
    const time = { now: this.clock.now(), zone: "UTC" };
    return (table: SQL) => inSection(table, "assignee", assignee, time);
  }

  /** What a list by the person's days holds. */
  private async dueIn(caller: Person, type: string, only: string | undefined) {
    const timeZone = await this.days.zoneBy((statement) => this.database.read(caller, statement), caller.userId);
    const tomorrow = startOfDay(addDays(dayOf(this.clock.now(), timeZone), 1), timeZone);
    const types = this.registry.withDue().map(({ definition }) => definition.type);
    return {
      types: types.filter((one) => !only || one === only),
      due: type === TODAY_LIST ? { before: tomorrow } : { from: tomorrow },
    };
  }

  /** @throws ProblemException 404 `item_not_found` */
  async get(caller: Person, id: string): Promise<Item> {
    const row = await readWhole((statement) => this.database.read(caller, statement), wholeItem(caller.userId, id));
    if (!row) throw problem(itemNotFound);
    return toItem(row, row.files);
  }

  /** @throws ProblemException 404 `item_not_found`, 400 `invalid_cursor` */
  async children(caller: Person, id: string, query: z.output<typeof ChildrenQuery>): Promise<ItemChildren> {
    const { type, cursor, limit } = query;
    return this.database.as(caller, async (tx) => {
      await this.row(tx, caller, id);
      const after = cursor === undefined ? undefined : decodeCursor(cursor, "created", "asc");
      const rows = await readChildren(tx, caller.userId, { parentId: id, type, after, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        items: shown.map((row) => toItem(row, row.files)),
        nextCursor: last ? encodeCursor("created", "asc", last.created_at, last.id) : null,
      };
    });
  }

  /**
   * Stores a capture before anything is found out about it. What is there already is brought up instead (`created`
   * false).
   * @throws ProblemException 402 `plan_limit_reached`, with nothing written
   */
  async create(caller: Caller, input: z.output<typeof NewItem>): Promise<Created> {
    const { cardLimit, storageLimit } = await this.gate.subscription(caller);
    try {
      return await this.createWithin(caller, input, { cardLimit, storageLimit });
    } catch (error) {
      if (!(error instanceof PlanLimitReached)) throw error;
      // The plan may have been changed since it was last asked for.
      const now = await this.gate.subscription(caller, true);
      if (!now.active || now.cardLimit === cardLimit) throw error;
      return this.createWithin(caller, input, { cardLimit: now.cardLimit, storageLimit });
    }
  }

  /** `create` within what somebody's plan is known to hold. */
  async createWithin(
    caller: Person,
    input: z.output<typeof NewItem>,
    { cardLimit: limit, storageLimit }: PlanLimits,
    run: string | null = null,
  ): Promise<Created> {
    const plugin = pluginFor(this.registry, input.type);
    // Another area makes its cards by a run; nobody else does.
    if (!run || !isWrittenElsewhere(plugin)) checkCreatable(plugin);
    checkTime("/dueAt", input.dueAt);
    const title = cleanText(input.title ?? "").trim();
    const body = cleanText(input.body);
    const given = readData(input.data);
    checkServerFields(plugin, given, {});
    if (plugin.unsorted && !title && !body.trim() && !input.sourceUrl) {
      throw problem(emptyCapture);
    }
    const guess = plugin.unsorted ? this.guess({ title, body, url: input.sourceUrl }) : undefined;
    const data = checkData(plugin, { ...plugin.definition.defaultData, ...given, ...(guess ? { guess } : {}) });
    const now = this.clock.now();
    const draft = {
      id: randomUUID(),
      type: input.type,
      parentId: input.parentId,
      title,
      titleSource: title ? ("person" as const) : ("rule" as const),
      body,
      data,
      tags: normaliseTags(input.tags),
      status:
        (input.status === "inbox" &&
          plugin.settle({ status: "inbox", data: plugin.definition.defaultData }, { data }).status) ||
        input.status,
      pinned: input.pinned,
      dueAt: input.dueAt,
      source: isWrittenElsewhere(plugin) ? WRITTEN_ELSEWHERE : "capture",
      sourceUrl: input.sourceUrl ?? (typeof data.url === "string" ? data.url : null),
      createdAt: now,
    };
    const processing = this.processing.states(plugin, draft, "now");
    return this.database.as(caller, async (tx) => {
      if (limit !== null) await lockQuota(tx, caller.userId);
      await this.checkParent(tx, caller, input.parentId, plugin.definition.parentType);
      if (names(plugin, data))
        draft.data = { ...data, assignee: await this.assignees.settle(tx, caller, draft.id, null, data.assignee) };
      const card = { plugin, draft: { ...draft, processing } };
      const [saved] = await saveItems(tx, caller.userId, [card], now, this.registry);
      if (limit !== null && saved!.created && saved!.heldBefore >= limit) throw new PlanLimitReached(limit);
      const { id, conversion } = saved!;
      const converted = conversion.length
        ? await this.converts.write(tx, caller.userId, { id, conversion }, this.processing, { storageLimit })
        : null;
      const row = converted ?? saved!.row ?? (await this.row(tx, caller, id));
      if (saved!.created) {
        if (!converted) await this.processing.follow(tx, caller.userId, followed(row), storageLimit);
        await this.firstCard.settle(tx, caller.userId, [saved!]);
        if (run) await this.starts.touch(tx, caller.userId, saved!.id, run);
        await this.starts.give(tx, caller.userId, { id: saved!.id, type: row.type, rules: saved!.gives });
      }
      return { item: toItem(row, row.files), created: saved!.created };
    });
  }

  /** @throws ProblemException 404, 412 `version_conflict`, 409 `duplicate_item` */
  async update(
    caller: Caller,
    id: string,
    seen: number | "any",
    patch: ItemPatch,
    changedWith: string | null = null,
  ): Promise<Item> {
    const { storageLimit } = await this.gate.subscription(caller);
    return this.updateWithin(caller, id, seen, patch, changedWith, storageLimit);
  }

  /** `update` within what somebody's plan is known to hold. */
  async updateWithin(
    caller: Person,
    id: string,
    seen: number | "any",
    patch: ItemPatch,
    changedWith: string | null,
    storageLimit: number | null,
  ): Promise<Item> {
    checkTime("/dueAt", patch.dueAt);
    checkTime("/snoozeUntil", patch.snoozeUntil);
    return this.database.as(caller, async (tx) => {
      const row = await this.row(tx, caller, id, true);
      checkVersion(seen, row.version);
      const assigned = await this.assigned(tx, caller, row, patch);
      const { change, content, processAgain } = planChange(this.registry, row, assigned, (capture) =>
        this.guess(capture),
      );
      // What becomes another thing is nobody's task: a wish for the new one was settled with the patch.
      if (content.type !== row.type && assigned === patch) await this.assignees.drop(tx, caller.userId, row, content);
      const identity = change.derived?.identity;
      if (identity && identity !== row.identity) await this.checkUnique(tx, identity);
      const dueEntry = await this.due.settle(tx, row, change);
      if (content.type !== row.type) await this.processing.moved(tx, [row], "gone");
      else if (change.status && (change.status === "trash") !== (row.status === "trash"))
        await this.processing.moved(tx, [row], change.status === "trash" ? "trash" : "kept");
      const states = processAgain
        ? this.processing.states(pluginFor(this.registry, content.type), content, "now")
        : undefined;
      const repeats = this.recurrence.concerns(row);
      let after = await updateItem(
        tx,
        caller.userId,
        id,
        { ...change, ...dueEntry, changedWith, ...(states ? { processing: states } : {}) },
        this.clock.now(),
        "person",
        // Where nothing follows, it is the last statement.
        processAgain || repeats ? undefined : (statement) => this.database.finish(tx, statement),
      );
      if (repeats) {
        await this.recurrence.settle(tx, row, this.clock.now());
        after = await this.row(tx, caller, id);
      }
      if (processAgain) await this.processing.follow(tx, caller.userId, followed(after), storageLimit);
      return toItem(after, after.files);
    });
  }

  /** The patch with what is stored of whom it names. */
  private async assigned(tx: Tx, caller: Person, row: WholeItem, patch: ItemPatch): Promise<ItemPatch> {
    const { data } = patch;
    if (!names(this.registry.find(patch.type ?? row.type), data)) return patch;
    const assignee = await this.assignees.settle(tx, caller, row.id, assigneeOf(row.data), data.assignee);
    return { ...patch, data: { ...data, assignee } };
  }

  /** Completed and skipped times of a card that repeats, the newest first. */
  async occurrences(caller: Person, id: string): Promise<Occurrence[]> {
    return this.database.as(caller, async (tx) => {
      await this.row(tx, caller, id);
      return listOccurrences(tx, id);
    });
  }

  /** @throws ProblemException 404, 409 `does_not_repeat`, 412 `version_conflict` */
  async skip(caller: Person, id: string, seen: number | "any"): Promise<Item> {
    return this.database.as(caller, async (tx) => {
      const row = await this.row(tx, caller, id, true);
      checkVersion(seen, row.version);
      const dueEntry = await this.due.settle(tx, row, { status: "done" });
      if (!(await this.recurrence.skip(tx, row, this.clock.now()))) throw problem(doesNotRepeat);
      // What is left out, no agent works on; the next time begins a run of its own.
      await this.assignees.drop(tx, caller.userId, row, { data: withoutRun(row.data) });
      const after = await updateItem(tx, caller.userId, id, dueEntry, this.clock.now(), "server");
      return toItem(after, after.files);
    });
  }

  /** @throws ProblemException 404, 409 `occurrence_not_newest` */
  async takeBack(caller: Person, id: string, occurrence: string): Promise<Item> {
    return this.database.as(caller, async (tx) => {
      const row = await this.row(tx, caller, id, true);
      if (!(await this.recurrence.takeBack(tx, row, occurrence, this.clock.now(), "person")))
        throw problem(occurrenceNotNewest);
      const after = await this.row(tx, caller, id);
      return toItem(after, after.files);
    });
  }

  /** Moves to the trash; from the trash, deletes for good with its files. */
  async remove(caller: Caller, id: string, seen: number | "any"): Promise<void> {
    await this.database.as(caller, async (tx) => {
      const row = await this.row(tx, caller, id, true);
      checkVersion(seen, row.version);
      const change = { status: "trash" as const };
      const dueEntry = await this.due.settle(tx, row, change);
      await this.processing.moved(tx, [row], row.status === "trash" ? "gone" : "trash");
      if (row.status !== "trash") {
        await updateItem(tx, caller.userId, id, { ...change, ...dueEntry }, this.clock.now(), "person");
        return;
      }
      await this.files.remove(tx, await deleteItems(tx, [id]));
    });
  }

  /** One change over many items; ids that are not the person's are named, the others changed. */
  async bulk(caller: Person, change: z.output<typeof BulkChange>, changedWith: string | null): Promise<BulkResult> {
    const { due, snoozeUntil } = change.set;
    checkTime("/set/snoozeUntil", snoozeUntil);
    checkTime("/set/due", due && "at" in due ? due.at : due?.day);
    return this.database.as(caller, async (tx) => {
      const timeZone = due ? await this.days.zoneOf(tx, caller.userId) : "UTC";
      const done = await changeMany(
        tx,
        caller.userId,
        { ...change, changedWith, timeZone },
        this.registry,
        this.due,
        this.recurrence,
        (id, before, wanted) => this.assignees.settle(tx, caller, id, before, wanted),
        this.clock.now(),
      );
      const to = change.set.status === "trash" ? "trash" : "kept";
      const moved = done.changed.filter(({ previous }) => to === "trash" || previous.status === "trash");
      if (change.set.status && moved.length)
        await this.processing.moved(
          tx,
          await readTypes(
            tx,
            moved.map(({ id }) => id),
          ),
          to,
        );
      return done;
    });
  }

  async markRead(caller: Caller, mark: ReadMark): Promise<ReadMarkResult> {
    return this.database.as(caller, (tx) => markRead(tx, caller.userId, mark));
  }

  /** Runs one enrichment step again. */
  async reprocess(caller: Caller, id: string, step: string): Promise<Item> {
    const { storageLimit } = await this.gate.subscription(caller);
    return this.database.as(caller, async (tx) => {
      await this.processing.again(tx, caller.userId, await this.row(tx, caller, id, true), step, storageLimit);
      const after = await this.row(tx, caller, id);
      return toItem(after, after.files);
    });
  }

  /** @throws ProblemException 404 `attachment_not_found` */
  async attachment(caller: Caller, id: string, attachmentId: string): Promise<AttachmentRow> {
    return this.database.as(caller, async (tx) => {
      await this.row(tx, caller, id);
      const found = (await readAttachments(tx, id)).find((attachment) => attachment.id === attachmentId);
      if (!found) throw problem(attachmentNotFound);
      return found;
    });
  }

  /** The types of this version, in the order of the menu, with how many items the person has of each. */
  async types(caller: Caller): Promise<ItemTypeInfo[]> {
    const counts = await this.database.as(caller, async (tx) => {
      const { rows } = await tx.execute<{ type: string; n: number; waiting: number }>(sql`
        select t.type, coalesce(sum(t.count) filter (where t.status <> 'trash'), 0)::int as n,
          (coalesce(sum(t.count) filter (where t.status = 'inbox'), 0) - (select count(*) from items.item i
            where i.user_id = ${caller.userId} and i.type = t.type and i.status = 'inbox'
              and i.snooze_until > ${this.clock.now().toISOString()}::timestamptz))::int as waiting
        from ${limitedCards() ? COUNTED : sql`items.tally`} t where t.user_id = ${caller.userId} group by t.type`);
      return new Map(rows.map((row) => [row.type, row]));
    });
    const inbox = [...counts.values()].reduce((sum, { waiting }) => sum + waiting, 0);
    return this.registry.all().map(({ definition, unsorted }) => ({
      type: definition.type,
      label: definition.label,
      plural: definition.menuItem?.label ?? definition.label,
      icon: definition.icon,
      order: definition.order,
      capabilities: definition.capabilities,
      childTypes: definition.childTypes,
      parentType: definition.parentType ?? null,
      creatable: definition.newMenuItem !== undefined,
      count: unsorted ? inbox : (counts.get(definition.type)?.n ?? 0),
      waiting: counts.get(definition.type)?.waiting ?? 0,
    }));
  }

  private guess({ title, body, url }: { title: string; body: string; url: string | null }) {
    const found = this.registry.accepting({ title: title || undefined, text: body || title, url: url ?? undefined });
    return found ? { type: found.plugin.definition.type, confidence: found.share.confidence } : undefined;
  }

  private async row(tx: Tx, caller: Person, id: string, lock = false): Promise<WholeItem> {
    const row = await readItem(tx, caller.userId, id, lock);
    if (!row) throw problem(itemNotFound);
    return row;
  }

  private async checkParent(tx: Tx, caller: Person, id: string | null, parentType: string | undefined): Promise<void> {
    if (!id && !parentType) return;
    const parent = id && (await readItem(tx, caller.userId, id));
    if (parent && (!parentType || parent.type === parentType)) return;
    const message = id && !parent ? "does not exist, or is not yours" : `must be an item of the type ${parentType}`;
    throw problem(invalidRequest, { reason: `parentId: ${message}` }, { errors: [{ path: "/parentId", message }] });
  }

  private async checkUnique(tx: Tx, identity: string): Promise<void> {
    const { rows } = await tx.execute<{ id: string; reached: boolean }>(
      sql`select s.id, exists (select from items.item i where i.id = s.id) as reached from items.same(${identity}) s (id)`,
    );
    const [same] = rows;
    if (same) throw same.reached ? problem(duplicateItem, { itemId: same.id }) : problem(apiTokenCards);
  }
}
