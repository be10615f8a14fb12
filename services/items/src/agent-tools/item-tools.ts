import { Injectable, type OnModuleInit } from "@nestjs/common";
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
import type { Item } from "@tessera/contracts-items/items.ts";
import { itemNotFound } from "@tessera/contracts-items/problems.ts";
import {
  AgentTools,
  Database,
  ProblemException,
  served,
  type ToolCaller,
  ToolFailure,
  type ToolOutput,
} from "@tessera/service-kit";
import { textOf } from "../html/text-of.ts";
import { ItemsService } from "../items/items.service.ts";
import { StepFailure, StepTools } from "../processing/step.ts";
import { CardActs, isFromOutside, pageTextOf, pathOf } from "./card-acts.ts";
import { CardScopes } from "./card-scopes.ts";

/** Longest text of a card or a page that a model is given, in characters. */
const MAX_TEXT = 12_000;
/** Longest text of all cards together that a person gave an agent along with a task. */
const MAX_GIVEN_TEXT = 60_000;
/** What a card says of itself when an agent changed it. */
const CHANGED_WITH = "an agent";

/** What agents may do with cards, with their person's rights. */
@Injectable()
export class ItemTools implements OnModuleInit {
  constructor(
    private readonly tools: AgentTools,
    private readonly database: Database,
    private readonly items: ItemsService,
    private readonly acts: CardActs,
    private readonly scopes: CardScopes,
    private readonly steps: StepTools,
  ) {}

  onModuleInit() {
    this.tools.serve("items", this.database, [
      served(searchCards, async (caller, search) => foundWords(await this.acts.search(caller, search))),
      served(readCard, async (caller, { id }) => this.read(await this.acts.read(caller, id))),
      served(givenCards, (caller, { ids }) => this.readGiven(caller, ids)),
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
    // On its own, so that a slow site holds up nobody's cards.
    this.tools.serve("items.web", this.database, [web]);
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
    let withheld = 0;
    for (const id of ids) {
      try {
        const item = await this.items.get(caller, id);
        if (this.scopes.admits(caller.scopes, item)) found.push(item);
        else withheld += 1;
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
    const kept = withheld ? { not_for_you: withheld } : {};
    return { output: { cards, missing, ...kept }, outside: found.some(isFromOutside), withheld };
  }

  private async fetch(person: string, url: string, signal: AbortSignal): Promise<ToolOutput> {
    try {
      const page = await this.steps.fetchPage(url, signal);
      const { title, html } = await this.steps.readPage(page, { person, signal });
      return { output: { url: page.url, title, text: clipped(textOf(html)) }, outside: true };
    } catch (error) {
      if (error instanceof StepFailure) throw new ToolFailure(`${error.message}.`);
      throw error;
    }
  }
}

type CardPage = Awaited<ReturnType<CardActs["search"]>> & { withheld?: number };
function foundWords({ items, total, withheld = 0 }: CardPage): ToolOutput {
  const cards = items.map(({ id, type, title, line, tags, status, dueAt }) => ({
    ...{ id, type, title, line, tags, status },
    ...(dueAt ? { dueAt } : {}),
  }));
  return { output: { total, cards }, outside: items.some(isFromOutside), withheld };
}

const placeOf = (item: Pick<Item, "id" | "type">) => ({ itemId: item.id, path: pathOf(item) });

const factsOf = ({ id, type, title, tags, status, dueAt, sourceUrl, createdAt }: Item) => ({
  ...{ id, type, title, tags, status, dueAt, sourceUrl, createdAt },
});

const wholeText = (item: Item): string => [item.body, pageTextOf(item)].filter(Boolean).join("\n\n");

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
