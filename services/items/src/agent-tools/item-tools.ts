import { Injectable, type OnModuleInit } from "@nestjs/common";
import {
  createCard,
  createTask,
  fetchPage,
  readCard,
  searchCards,
  tagCard,
  updateCard,
} from "@tessera/contracts-agents/tools.ts";
import type { Item } from "@tessera/contracts-items/items.ts";
import { AgentTools, Database, served, ToolFailure, type ToolOutput } from "@tessera/service-kit";
import { textOf } from "../html/text-of.ts";
import { ItemsService } from "../items/items.service.ts";
import { StepFailure, StepTools } from "../processing/step.ts";
import { CardActs, isFromOutside, pageTextOf, pathOf } from "./card-acts.ts";

/** Longest text of a card or a page that a model is given, in characters. */
const MAX_TEXT = 12_000;
/** What a card says of itself when an agent changed it. */
const CHANGED_WITH = "An agent";

/** What agents may do with cards, with their person's rights. */
@Injectable()
export class ItemTools implements OnModuleInit {
  constructor(
    private readonly tools: AgentTools,
    private readonly database: Database,
    private readonly items: ItemsService,
    private readonly acts: CardActs,
    private readonly steps: StepTools,
  ) {}

  onModuleInit() {
    this.tools.serve("items", this.database, [
      served(searchCards, async (caller, search) => foundWords(await this.acts.search(caller, search))),
      served(readCard, async (caller, { id }) => this.read(await this.items.get(caller, id))),
      served(createCard, async (caller, card) => {
        const { item, created } = await this.acts.create(caller, card);
        return { output: { id: item.id, type: item.type, created }, ...placeOf(item) };
      }),
      served(updateCard, async (caller, { id, ...patch }) => {
        const item = await this.acts.update(caller, id, "any", patch, CHANGED_WITH);
        return { output: { id, title: item.title, status: item.status }, ...placeOf(item) };
      }),
      served(tagCard, async (caller, { id, add, remove }) => {
        const item = await this.acts.tag(caller, id, add, remove, CHANGED_WITH);
        return { output: { id, tags: item.tags }, ...placeOf(item) };
      }),
      served(createTask, async (caller, task) => {
        const { item } = await this.acts.createTask(caller, task);
        return { output: { id: item.id, due: task.due ?? null }, ...placeOf(item) };
      }),
    ]);
    const web = served(fetchPage, ({ userId }, { url }, signal) => this.fetch(userId, url, signal), {
      isOutside: true,
    });
    // By itself, so that a slow site holds up nobody's cards.
    this.tools.serve("items.web", this.database, [web]);
  }

  private read(item: Item): ToolOutput {
    const { id, type, title, tags, status, dueAt, sourceUrl, createdAt } = item;
    const text = [item.body, pageTextOf(item)].filter(Boolean).join("\n\n");
    return {
      output: { id, type, title, tags, status, dueAt, sourceUrl, createdAt, text: clipped(text) },
      outside: isFromOutside(item),
      ...placeOf(item),
    };
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

function foundWords({ items, total }: Awaited<ReturnType<CardActs["search"]>>): ToolOutput {
  const cards = items.map(({ id, type, title, line, tags, status, dueAt }) => ({
    ...{ id, type, title, line, tags, status },
    ...(dueAt ? { dueAt } : {}),
  }));
  return { output: { total, cards }, outside: items.some(isFromOutside) };
}

const placeOf = (item: Pick<Item, "id" | "type">) => ({ itemId: item.id, path: pathOf(item) });

const clipped = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}… (cut)` : text);
