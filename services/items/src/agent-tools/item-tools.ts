import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import {
  createCard,
  createTask,
  fetchPage,
  givenCards,
  readCard,
  searchCards,
  tagCard,
  updateCard,
} from "@tessera/contracts-agents/tools.ts";
import { startOfDay } from "@tessera/contracts-core/days.ts";
import { type Item, ItemQuery, NewItem } from "@tessera/contracts-items/items.ts";
import { itemNotFound } from "@tessera/contracts-items/problems.ts";
import { parseSearch } from "@tessera/contracts-items/search/language.ts";
import { SearchQuery } from "@tessera/contracts-items/search/search.ts";
import {
  AgentTools,
  Database,
  ProblemException,
  problem,
  served,
  type ToolCaller,
  ToolFailure,
  type ToolOutput,
} from "@tessera/service-kit";
import { PersonDays } from "../days/person-days.ts";
import { textOf } from "../html/text-of.ts";
import { ItemsService } from "../items/items.service.ts";
import { StepFailure, StepTools } from "../processing/step.ts";
import { SearchService } from "../search/search.service.ts";
import { TypeRegistry } from "../types/registry.ts";

/** Longest text of a card or a page that a model is given, in characters. */
const MAX_TEXT = 12_000;
/** Longest text of all cards together that a person gave an agent along with a task. */
const MAX_GIVEN_TEXT = 60_000;
/** What a card says of itself when an agent changed it. */
const CHANGED_WITH = "An agent";

/** What agents may do with cards, with their person's rights. */
@Injectable()
export class ItemTools implements OnModuleInit {
  constructor(
    private readonly tools: AgentTools,
    private readonly database: Database,
    private readonly items: ItemsService,
    private readonly days: PersonDays,
    private readonly searches: SearchService,
    private readonly steps: StepTools,
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
  ) {}

  onModuleInit() {
    this.tools.serve("items", this.database, [
      served(searchCards, (caller, { words, tag, limit }) => this.search(caller, words, tag, limit)),
      served(readCard, async (caller, { id }) => this.read(await this.items.get(caller, id))),
      served(givenCards, (caller, { ids }) => this.readGiven(caller, ids)),
      served(createCard, (caller, card) => this.create(caller, card)),
      served(updateCard, async (caller, { id, ...patch }) => this.update(caller, id, patch)),
      served(tagCard, (caller, { id, add, remove }) => this.tag(caller, id, add, remove)),
      served(createTask, (caller, task) => this.createTask(caller, task)),
    ]);
    const web = served(fetchPage, ({ userId }, { url }, signal) => this.fetch(userId, url, signal), {
      isOutside: true,
    });
    // By itself, so that a slow site holds up nobody's cards.
    this.tools.serve("items.web", this.database, [web]);
  }

  private async search(caller: ToolCaller, words: string, tag: string | undefined, limit: number): Promise<ToolOutput> {
    const { items, total } = await this.found(caller, words, tag, limit);
    const cards = items.map(({ id, type, title, line, tags, status, dueAt }) => ({
      ...{ id, type, title, line, tags, status },
      ...(dueAt ? { dueAt } : {}),
    }));
    return { output: { total, cards }, outside: items.some(isFromOutside) };
  }

  /** By words and by meaning, as the search page; within a tag and without words as lists are. */
  private async found(caller: ToolCaller, words: string, tag: string | undefined, limit: number) {
    const isSearch = words && !tag && !parseSearch(words).mistake;
    if (isSearch) return this.searches.search(caller, SearchQuery.parse({ q: words, limit }));
    return this.items.list(caller, ItemQuery.parse({ limit, ...(words ? { q: words } : {}), ...(tag ? { tag } : {}) }));
  }

  private read(item: Item): ToolOutput {
    return {
      output: { ...factsOf(item), text: clipped(wholeText(item)) },
      outside: isFromOutside(item),
      ...placeOf(item),
    };
  }

  /** What the person chose: of long texts each card gets the same share. */
  private async readGiven(caller: ToolCaller, ids: readonly string[]): Promise<ToolOutput> {
    const found: Item[] = [];
    const missing: string[] = [];
    for (const id of ids) {
      try {
        found.push(await this.items.get(caller, id));
      } catch (error) {
        if (!(error instanceof ProblemException) || error.code !== itemNotFound.code) throw error;
        missing.push(id);
      }
    }
    const texts = found.map(wholeText);
    const share = shareOf(
      texts.map(({ length }) => length),
      MAX_GIVEN_TEXT,
    );
    const cards = found.map((item, at) => ({
      ...factsOf(item),
      path: placeOf(item).path,
      text: clipped(texts[at]!, Math.min(share, MAX_TEXT)),
    }));
    return { output: { cards, missing }, outside: found.some(isFromOutside) };
  }

  private async create(caller: ToolCaller, card: { title: string; body: string; type?: string; tags: string[] }) {
    const { item, created } = await this.items.createWithin(caller, NewItem.parse(card), caller);
    return { output: { id: item.id, type: item.type, created }, ...placeOf(item) };
  }

  private async createTask(caller: ToolCaller, task: { title: string; body: string; due?: string }) {
    const [type] = this.registry.withDue();
    if (!type) throw new ToolFailure("Tasks are not kept here.");
    const zone = await this.database.as(caller, (tx) => this.days.zoneOf(tx, caller.userId));
    const { due } = task;
    const input = NewItem.parse({
      ...{ type: type.definition.type, title: task.title, body: task.body },
      ...(due ? { dueAt: startOfDay(due, zone).toISOString(), data: { dueDay: due } } : {}),
    });
    const { item } = await this.items.createWithin(caller, input, caller);
    return { output: { id: item.id, due: due ?? null }, ...placeOf(item) };
  }

  private async update(caller: ToolCaller, id: string, patch: Parameters<ItemsService["updateWithin"]>[3]) {
    const item = await this.items.updateWithin(caller, id, "any", patch, CHANGED_WITH, caller.storageLimit);
    return { output: { id, title: item.title, status: item.status }, ...placeOf(item) };
  }

  private async tag(caller: ToolCaller, id: string, addTags: string[], removeTags: string[]) {
    const { missing } = await this.items.bulk(caller, { ids: [id], set: {}, addTags, removeTags }, CHANGED_WITH);
    if (missing.length) throw problem(itemNotFound);
    const item = await this.items.get(caller, id);
    return { output: { id, tags: item.tags }, ...placeOf(item) };
  }

  private async fetch(person: string, url: string, signal: AbortSignal): Promise<ToolOutput> {
    try {
      const page = await this.steps.fetchPage(url, signal);
      const { title, html } = await this.steps.readPage(page, { person, signal, room: 0, file: null });
      return { output: { url: page.url, title, text: clipped(textOf(html)) }, outside: true };
    } catch (error) {
      if (error instanceof StepFailure) throw new ToolFailure(`${error.message}.`);
      throw error;
    }
  }
}

/** Whether others may have written some of a card: imported ones, and those of an address. */
const isFromOutside = ({ source, sourceUrl }: Pick<Item, "source" | "sourceUrl">) =>
  source !== "capture" || sourceUrl !== null;

const placeOf = ({ id, type }: Pick<Item, "id" | "type">) => ({ itemId: id, path: `/items/${type}/${id}` });

const factsOf = ({ id, type, title, tags, status, dueAt, sourceUrl, createdAt }: Item) => ({
  ...{ id, type, title, tags, status, dueAt, sourceUrl, createdAt },
});

function wholeText({ body, data }: Item): string {
  const kept = typeof data.readableHtml === "string" ? textOf(data.readableHtml) : "";
  return [body, kept].filter(Boolean).join("\n\n");
}

/** The most that each may have of `room`; what short ones leave is for the long ones. */
function shareOf(lengths: readonly number[], room: number): number {
  let left = room;
  for (const [at, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (lengths.length - at));
    if (length > share) return share;
    left -= length;
  }
  return room;
}

const clipped = (text: string, most = MAX_TEXT) => (text.length > most ? `${text.slice(0, most)}… (cut)` : text);
