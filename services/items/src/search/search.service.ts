import { Inject, Injectable } from "@nestjs/common";
import type { ItemSections } from "@tessera/contracts-items/items.ts";
import { MAX_RANKED } from "@tessera/contracts-items/limits.ts";
import { searchSyntax } from "@tessera/contracts-items/problems.ts";
import { parseSearch, type SearchNode, termsOf } from "@tessera/contracts-items/search/language.ts";
import type {
  FacetQuery,
  SearchFacets,
  SearchPage,
  SearchQuery,
  SearchSectionQuery,
} from "@tessera/contracts-items/search/search.ts";
import { type Caller, Clock, Database, problem } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { PersonDays } from "../days/person-days.ts";
import { decodeCursor, encodeCursor } from "../items/cursor.ts";
import { toSummary } from "../items/item-row.ts";
import { countSections, inSection, invalidSection } from "../items/sections.ts";
import { TypeRegistry } from "../types/registry.ts";
import { type CompiledSearch, compileSearch, type SearchTime } from "./compile-search.ts";
import { highlight, type Reader } from "./highlight.ts";
import { languagesOf } from "./languages.ts";
import { type Meant, MeantCards } from "./meant-cards.ts";
import { nearestWord, ownWords } from "./own-words.ts";
import {
  anyHas,
  countFacets,
  type FieldSort,
  type FoundRow,
  type Ranked,
  rankMatches,
  readCards,
  readSorted,
} from "./search.store.ts";
import { termOf, toTsQuery } from "./search-query.ts";

const NOTHING: SearchPage = { items: [], nextCursor: null, total: 0, corrected: [], meaning: "not-asked" };

/** Orders that begin with what is least. */
const ASCENDING: FieldSort[] = ["title", "due", "manual"];
/** A search whose meaning is not compared. */
const NO_MEANING = { alone: new Map(), state: "not-asked" } as const;

type Person = Pick<Caller, "userId">;
type Asked = z.output<typeof SearchQuery>;
type Corrected = SearchPage["corrected"];

/** `/search`: the language of searches, ranked and counted. */
@Injectable()
export class SearchService {
  constructor(
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly database: Database,
    private readonly days: PersonDays,
    private readonly clock: Clock,
    private readonly meantCards: MeantCards,
  ) {}

  /** @throws ProblemException 400 `search_syntax` */
  async search(caller: Person, asked: Asked): Promise<SearchPage> {
    const { group, section } = asked;
    if ((group === undefined) !== (section === undefined)) throw invalidSection(group);
    const node = this.parse(asked.q);
    return node ? this.find(caller, asked, node) : NOTHING;
  }

  /**
   * Cards that a search finds and that are also `within`; without a search, all of those, the newest first. What is
   * mistaken in the language is looked for as it stands.
   */
  async searchWithin(caller: Person, asked: Asked, within: SearchNode): Promise<SearchPage> {
    const { node, mistake } = parseSearch(asked.q);
    const words = { kind: "text", text: asked.q, phrase: false, unfinished: false, start: 0, end: 0 } as const;
    const wanted = mistake || this.unknownType(node) ? words : node;
    return this.find(caller, asked, wanted ? { kind: "and", parts: [wanted, within] } : within);
  }

  private async find(caller: Person, asked: Asked, node: SearchNode): Promise<SearchPage> {
    const reader = this.reader(caller);
    const time = await this.time(caller);
    const compiled = compileSearch(node, time);
    if (!compiled) return NOTHING;
    const { group, section } = asked;
    if (group && section) {
      const where = sql`(${compiled.where}) and ${inSection(sql`i`, group, section, time)}`;
      const sort = asked.sort === undefined || asked.sort === "relevance" ? "created" : asked.sort;
      return (await this.byField(reader, caller, { ...asked, sort }, { ...compiled, where }, NO_MEANING))[0];
    }
    const [page, byWords] = await this.page(caller, asked, node, compiled, reader, time);
    if (byWords) return page;
    const better = await this.correct(reader, node, time);
    const again = better && compileSearch(better.node, time);
    if (!again) return page;
    const [corrected, anyByWords] = await this.page(caller, asked, better.node, again, reader, time);
    return anyByWords ? { ...corrected, corrected: better.words } : page;
  }

  /** How many of the matches each section has; those that are near in meaning alone are in none. */
  async sections(caller: Person, { q, group }: SearchSectionQuery): Promise<ItemSections> {
    const node = this.parse(q);
    const time = await this.time(caller);
    const compiled = node && compileSearch(node, time);
    if (!node || !compiled) return { sections: [], more: false };
    const trash = termsOf(node).some((term) => term.kind === "qualifier" && term.value.toLowerCase() === "trash");
    return countSections(
      this.reader(caller),
      group,
      {
        from: sql`from items.item i where i.user_id = ${caller.userId} and ${compiled.where}`,
        counts: null,
        types: this.registry.all().map(({ definition }) => definition.type),
        status: trash ? "any" : null,
      },
      time,
    );
  }

  async facets(caller: Person, { q }: FacetQuery): Promise<SearchFacets> {
    const node = this.parse(q);
    const none: SearchFacets = { counted: 0, type: [], tag: [], site: [], age: [] };
    if (!node) return none;
    const reader = this.reader(caller);
    const time = await this.time(caller);
    const found = async (asked: SearchNode) => {
      const compiled = compileSearch(asked, time);
      if (!compiled) return { words: false, where: null };
      // They are asked once beside the list: they wait until its meaning is there.
      const meant = await this.meantCards.of(reader, caller.userId, asked, compiled, time, true);
      return { words: await this.anyFound(reader, caller, compiled), where: either(caller, compiled, meant) };
    };
    const count = (where: SQL | null) => (where ? countFacets(reader, caller.userId, where, time.now) : none);
    const first = await found(node);
    if (first.words) return count(first.where);
    const better = await this.correct(reader, node, time);
    const again = better && (await found(better.node));
    return count(again?.words ? again.where : first.where);
  }

  private parse(q: string): SearchNode | null {
    const { node, mistake } = parseSearch(q);
    const wrong = mistake ?? this.unknownType(node);
    if (wrong) throw problem(searchSyntax, { reason: wrong.message }, { start: wrong.start, end: wrong.end });
    return node ?? null;
  }

  private unknownType(node: SearchNode | null) {
    const term = (node ? termsOf(node) : []).find(
      (one) => one.kind === "qualifier" && one.name === "type" && !this.registry.isValid(one.value.toLowerCase()),
    );
    return term?.kind === "qualifier" ? { ...term, message: `No type of card is called “${term.value}”` } : undefined;
  }

  private reader(caller: Person): Reader {
    return { execute: this.database.read.bind(this.database, caller) as Reader["execute"] };
  }

  private async time(caller: Person): Promise<SearchTime> {
    const reader = this.reader(caller);
    const zone = await this.days.zoneBy((statement) => reader.execute(statement), caller.userId);
    const languages = await languagesOf(reader, caller.userId);
    return { now: this.clock.now(), zone, family: (type) => this.registry.family(type), languages };
  }

  /** @returns the page, and whether any card has the words */
  private async page(
    caller: Person,
    asked: Asked,
    node: SearchNode,
    compiled: CompiledSearch,
    reader: Reader,
    time: SearchTime,
  ): Promise<[SearchPage, boolean]> {
    const { words } = compiled;
    const sort = asked.sort ?? (words ? "relevance" : "created");
    const further = asked.cursor !== undefined;
    const meant = await this.meantCards.of(reader, caller.userId, node, compiled, time, further);
    if (sort === "relevance" && words) return this.byRelevance(reader, caller, asked, { ...compiled, words }, meant);
    return this.byField(reader, caller, { ...asked, sort: sort === "relevance" ? "created" : sort }, compiled, meant);
  }

  private async anyFound(reader: Reader, caller: Person, { where }: CompiledSearch): Promise<boolean> {
    const { rows } = await reader.execute<{ any: boolean }>(
      sql`select exists (select from items.item i where i.user_id = ${caller.userId} and ${where}) as any`,
    );
    return rows[0]!.any;
  }

  private async byRelevance(
    reader: Reader,
    caller: Person,
    { order = "desc", cursor, limit }: Asked,
    compiled: CompiledSearch & { words: NonNullable<CompiledSearch["words"]> },
    meant: Meant,
  ): Promise<[SearchPage, boolean]> {
    const after = cursor ? decodeCursor(cursor, "relevance", order) : null;
    const byWords = await rankMatches(reader, caller.userId, compiled);
    const found = meant.rank(byWords).slice(0, MAX_RANKED);
    if (order === "asc") found.reverse();
    const way = order === "asc" ? -1 : 1;
    const rest = after ? found.filter((one) => way * worse(one, { id: after.id, rank: Number(after.key) }) > 0) : found;
    const shown = rest.slice(0, limit);
    const rows = await readCards(
      reader,
      caller.userId,
      shown.map(({ id }) => id),
    );
    const last = rest.length > limit ? shown.at(-1) : undefined;
    const page = {
      ...NOTHING,
      items: await this.hits(reader, rows, compiled, meant),
      nextCursor: last ? encodeCursor("relevance", order, last.rank, last.id) : null,
      total: found.length,
      meaning: meant.state,
    };
    return [page, byWords.length > 0];
  }

  private async byField(
    reader: Reader,
    caller: Person,
    { sort, order = ASCENDING.includes(sort) ? "asc" : "desc", cursor, limit }: Asked & { sort: FieldSort },
    compiled: CompiledSearch,
    meant: Pick<Meant, "alone" | "state">,
  ): Promise<[SearchPage, boolean]> {
    const asked = { sort, order, cursor, limit };
    const { rows, total } = await readSorted(reader, caller.userId, either(caller, compiled, meant), asked);
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    const page = {
      ...NOTHING,
      items: await this.hits(reader, shown, compiled, meant),
      nextCursor: last ? encodeCursor(sort, order, last.sort_key, last.id) : null,
      total,
      meaning: meant.state,
    };
    return [page, total > meant.alone.size];
  }

  private async hits(
    reader: Reader,
    rows: FoundRow[],
    { marked, languages }: CompiledSearch,
    { alone }: Pick<Meant, "alone">,
  ) {
    const items = rows.map((row) => ({
      ...toSummary(row, this.registry.find(row.type)),
      ...(alone.has(row.id) ? { match: "meaning" as const } : {}),
    }));
    const texts = rows.map(({ text }) => text);
    if (items.length) await highlight(reader, marked, items, texts, languages);
    return items;
  }

  /** The search with what was probably meant in place of words that no card has. @returns null when nothing is near */
  private async correct(
    reader: Reader,
    node: SearchNode,
    { languages }: SearchTime,
  ): Promise<{ node: SearchNode; words: Corrected } | null> {
    const instead = new Map<string, string>();
    const unknown: { text: string; word: string }[] = [];
    for (const term of termsOf(node)) {
      const one = term.kind === "text" && !term.phrase ? termOf(term.text, term.unfinished, languages) : null;
      if (!one || term.kind !== "text" || one.words.length !== 1) continue;
      if (!(await anyHas(reader, toTsQuery([one])!))) unknown.push({ text: term.text, word: one.words[0]! });
    }
    if (!unknown.length) return null;
    const words = await ownWords(reader);
    for (const { text, word } of unknown) {
      const near = nearestWord(word, words);
      if (near) instead.set(text, near);
    }
    if (!instead.size) return null;
    return { node: replaced(node, instead), words: [...instead].map(([from, to]) => ({ from, to })) };
  }
}

/** The matches of the words, and the cards that are found by meaning alone. */
const either = ({ userId }: Person, { where }: CompiledSearch, { alone }: Pick<Meant, "alone">): SQL =>
  alone.size
    ? sql`i.id in (select i.id from items.item i where i.user_id = ${userId} and ${where}
        union all select unnest(${sql.param([...alone.keys()])}::uuid[]))`
    : where;

/** Above 0 when `a` stands behind `b`, as `rankMatches` and `Meant.rank` order them. */
const worse = (a: Ranked, b: Ranked) => b.rank - a.rank || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

function replaced(node: SearchNode, instead: ReadonlyMap<string, string>): SearchNode {
  if (node.kind === "and" || node.kind === "or")
    return { ...node, parts: node.parts.map((part) => replaced(part, instead)) };
  if (node.kind === "not") return { kind: "not", part: replaced(node.part, instead) };
  const word = node.kind === "text" && !node.phrase ? instead.get(node.text) : undefined;
  return word === undefined || node.kind !== "text" ? node : { ...node, text: word, unfinished: false };
}
