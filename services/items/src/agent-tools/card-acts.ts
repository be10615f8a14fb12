import { Inject, Injectable } from "@nestjs/common";
import { momentOf, startOfDay } from "@tessera/contracts-core/days.ts";
import { type Item, type ItemPatch, ItemQuery, NewItem } from "@tessera/contracts-items/items.ts";
import { itemNotFound } from "@tessera/contracts-items/problems.ts";
import { parseSearch } from "@tessera/contracts-items/search/language.ts";
import { SearchQuery } from "@tessera/contracts-items/search/search.ts";
import { Clock, Database, problem, type ToolCaller, ToolFailure } from "@tessera/service-kit";
import { PersonDays } from "../days/person-days.ts";
import { textOf } from "../html/text-of.ts";
import { ItemsService } from "../items/items.service.ts";
import { RuleStarts } from "../rules/rule-starts.ts";
import { SearchService } from "../search/search.service.ts";
import { TypeRegistry } from "../types/registry.ts";
import { allOf, CardScopes, qualifier } from "./card-scopes.ts";

/** The hour of the day at which what was put off to a day comes back. */
const MORNING = "09:00";

interface CardSearch {
  words: string;
  tag?: string;
  limit: number;
  cursor?: string;
}
interface Task {
  title: string;
  body: string;
  /** A day. */
  due?: string;
}

/** What the tools of agents and of assistants have in common: acts on cards with their person's rights. */
@Injectable()
export class CardActs {
  constructor(
    private readonly database: Database,
    private readonly items: ItemsService,
    private readonly days: PersonDays,
    private readonly searches: SearchService,
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly scopes: CardScopes,
    private readonly starts: RuleStarts,
    private readonly clock: Clock,
  ) {}

  /** @throws ProblemException 404, ToolFailure where the caller may not see it */
  async read(caller: ToolCaller, id: string): Promise<Item> {
    const item = await this.items.get(caller, id);
    this.scopes.check(caller.scopes, item);
    return item;
  }

  /** By words and by meaning, as the search page; within a tag and without words as lists are. */
  async search(caller: ToolCaller, { words, tag, limit, cursor }: CardSearch) {
    if (caller.scopes.length) return this.searchScoped(caller, { words, tag, limit, cursor });
    const isSearch = words && !tag && !parseSearch(words).mistake;
    if (isSearch) return this.searches.search(caller, SearchQuery.parse({ q: words, limit, cursor }));
    const query = { limit, cursor, ...(words ? { q: words } : {}), ...(tag ? { tag } : {}) };
    return this.items.list(caller, ItemQuery.parse(query));
  }

  /** Those that the caller may see, and how many others there are. */
  private async searchScoped(caller: ToolCaller, { words, tag, limit, cursor }: CardSearch) {
    const asked = { q: words, limit, cursor };
    const scope = this.scopes.node(caller.scopes);
    const tagged = tag ? [qualifier("tag", tag)] : [];
    const page = await this.searches.searchWithin(caller, asked, allOf([...tagged, scope]));
    if (!words && !tag) return { ...page, withheld: 0 };
    const rest = allOf([...tagged, { kind: "not", part: scope }]);
    const { total } = await this.searches.searchWithin(caller, { q: words, limit: 1 }, rest);
    return { ...page, withheld: total };
  }

  async create(caller: ToolCaller, card: { title: string; body: string; type?: string; tags: string[] }) {
    const made = await this.items.createWithin(
      caller,
      NewItem.parse(this.scopes.fitted(caller.scopes, card)),
      caller,
      caller.runId,
    );
    // The same thing may have been there, as another card.
    this.scopes.check(caller.scopes, made.item);
    return made;
  }

  async createTask(caller: ToolCaller, { title, body, due }: Task) {
    const [type] = this.registry.withDue();
    if (!type) throw new ToolFailure("Tasks are not kept here.");
    const zone = await this.zoneOf(caller);
    const { tags } = this.scopes.fitted(caller.scopes, { type: type.definition.type, tags: [] });
    const input = NewItem.parse({
      ...{ type: type.definition.type, title, body, tags },
      ...(due ? { dueAt: startOfDay(due, zone).toISOString(), data: { dueDay: due } } : {}),
    });
    return this.items.createWithin(caller, input, caller, caller.runId);
  }

  /** @param by what the card then says it was changed with @throws ProblemException 404, 412 `version_conflict` */
  async update(caller: ToolCaller, id: string, seen: number | "any", patch: ItemPatch, by: string): Promise<Item> {
    if (caller.scopes.length) await this.read(caller, id);
    await this.touch(caller, id);
    const item = await this.items.updateWithin(caller, id, seen, patch, by, caller.storageLimit);
    this.scopes.check(caller.scopes, item);
    return item;
  }

  async tag(caller: ToolCaller, id: string, addTags: string[], removeTags: string[], by: string): Promise<Item> {
    if (caller.scopes.length) await this.read(caller, id);
    await this.touch(caller, id);
    const { missing } = await this.items.bulk(caller, { ids: [id], set: {}, addTags, removeTags }, by);
    if (missing.length) throw problem(itemNotFound);
    // A card that it would see no more afterwards is left as it is.
    return this.read(caller, id);
  }

  /** @param day on whose morning the card comes back; null: now */
  async snooze(caller: ToolCaller, id: string, day: string | null, by: string): Promise<Item> {
    const until = day === null ? null : momentOf(`${day}T${MORNING}`, await this.zoneOf(caller));
    if (until && until <= this.clock.now()) throw new ToolFailure("That morning has passed. Name a later day.");
    return this.update(caller, id, "any", { snoozeUntil: until?.toISOString() ?? null }, by);
  }

  /** Before the change: what follows from it is decided in its transaction. */
  private async touch(caller: ToolCaller, id: string): Promise<void> {
    if (!caller.runId) return;
    await this.items.get(caller, id);
    await this.database.as(caller, (tx) => this.starts.touch(tx, caller.userId, id, caller.runId!));
  }

  private zoneOf(caller: ToolCaller): Promise<string> {
    return this.database.as(caller, (tx) => this.days.zoneOf(tx, caller.userId));
  }
}

/** Whether others may have written some of a card: imported ones, and those of an address. */
export const isFromOutside = ({ source, sourceUrl }: Pick<Item, "source" | "sourceUrl">) =>
  source !== "capture" || sourceUrl !== null;

export const pathOf = ({ id, type }: Pick<Item, "id" | "type">) => `/items/${type}/${id}`;

/** The readable copy of a card's page; empty without one. */
export const pageTextOf = ({ data }: Pick<Item, "data">): string =>
  typeof data.readableHtml === "string" ? textOf(data.readableHtml) : "";
