import { Inject, Injectable } from "@nestjs/common";
import type { ItemStatus } from "@tessera/contracts-items/items.ts";
import { type CardNeighbours, MAX_NEIGHBOURS, type NeighboursOfText } from "@tessera/contracts-items/neighbours.ts";
import { itemNotFound } from "@tessera/contracts-items/problems.ts";
import { type Caller, Database, problem } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { readWhole, wholeItem } from "../items/item.store.ts";
import { iso } from "../items/item-row.ts";
import { type Like, Meanings } from "../meaning/meanings.service.ts";
import { saidFirst } from "../mentions/references.ts";
import { contentOf } from "../processing/content-of.ts";
import type { Reader } from "../search/highlight.ts";
import { foldText, UNSPACED_SCRIPTS } from "../search/search-text.ts";
import type { ItemContent } from "../types/plugin.ts";
import { TypeRegistry } from "../types/registry.ts";
import { isNearlySame, overlapOf, type Said, saidIn } from "./same-text.ts";
import { suggestTags } from "./suggest-tags.ts";

/** Cards that are compared: the nearest in meaning, and the newest with the same rare words. */
const BY_MEANING = 10;
const BY_WORDS = 6;
/** Likeness from which a card is like another one, and from which its tags may fit; decision 043 has the figures. */
export const LIKE = 0.65;
export const ALIKE = 0.55;
/** Words of a beginning by which cards that say the same are looked for: the longest, two of which have to be there. */
const LOOKED_FOR = 4;
const SHORTEST_WORD = 4;
/** As many characters of scripts without spaces, each of which is a word, say as much. */
const CHARACTERS = new RegExp(`[${UNSPACED_SCRIPTS}](?: [${UNSPACED_SCRIPTS}]){${SHORTEST_WORD - 1}}`, "gu");
/** Characters of the beginning that they are taken from. */
const BEGINNING = 400;
/** No card: of a text that is not stored. */
const NO_CARD = "00000000-0000-0000-0000-000000000000";

/** The card, or the text, that others are compared with. */
interface Asked {
  id: string;
  parentId: string | null;
  text: string;
  tags: readonly string[];
}
interface Candidate extends Record<string, unknown> {
  id: string;
  type: string;
  title: string;
  body: string;
  data: Record<string, unknown>;
  tags: string[];
  status: ItemStatus;
  created_at: string;
  source_url: string | null;
  long: Record<string, unknown> | null;
}

/** Cards that are like one: in meaning, or nearly word by word; and the tags that they suggest. */
@Injectable()
export class Neighbours {
  constructor(
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly database: Database,
    private readonly meanings: Meanings,
  ) {}

  /** @throws ProblemException 404 `item_not_found` */
  async ofCard(caller: Caller, id: string): Promise<CardNeighbours> {
    const reader = this.reader(caller);
    const row = await readWhole((statement) => reader.execute(statement), wholeItem(caller.userId, id));
    if (!row) throw problem(itemNotFound);
    const asked = { id, parentId: row.parent_id, text: this.textOf(contentOf(row)), tags: row.tags };
    return this.like(reader, caller, asked, await this.meanings.likeCard(reader, caller.userId, id));
  }

  async ofText(caller: Caller, { text }: NeighboursOfText): Promise<CardNeighbours> {
    const reader = this.reader(caller);
    const said = saidFirst(text);
    const asked = { id: NO_CARD, parentId: null, text: said, tags: [] };
    return this.like(reader, caller, asked, await this.meanings.likeText(reader, caller.userId, said));
  }

  private async like(reader: Reader, caller: Caller, asked: Asked, like: Like): Promise<CardNeighbours> {
    const near = [...like.cosines]
      .filter(([id, cosine]) => id !== asked.id && cosine >= ALIKE)
      .sort(([, a], [, b]) => b - a)
      .slice(0, BY_MEANING)
      .map(([id]) => id);
    const said = saidIn(asked.text);
    const found = (await this.read(reader, caller, asked, near)).map((card) =>
      this.compared(card, said, like.cosines.get(card.id)),
    );
    const alike = found
      .filter(({ same, likeness }) => same || likeness >= ALIKE)
      .sort((a, b) => Number(b.same) - Number(a.same) || b.likeness - a.likeness || (a.id < b.id ? 1 : -1));
    return {
      neighbours: alike
        .filter(({ same, likeness }) => same || likeness >= LIKE)
        .slice(0, MAX_NEIGHBOURS)
        .map(({ id, type, title, status, created_at, same, likeness }) => ({
          card: { id, type, title, status, createdAt: iso(created_at) },
          ...{ same, likeness: Math.round(likeness * 100) / 100 },
        })),
      tags: suggestTags(asked.tags, alike),
      meaning: like.state,
    };
  }

  private compared(card: Candidate, said: Said, cosine: number | undefined) {
    const data = { ...card.data, ...card.long };
    const own = saidIn(this.textOf({ ...card, data, sourceUrl: card.source_url }));
    const likeness = Math.min(1, Math.max(cosine ?? 0, overlapOf(said, own)));
    return { ...card, same: isNearlySame(said, own), likeness };
  }

  /** What is compared of a card: what its meaning is made of, so that type, tags and marks do not count. */
  private textOf(content: ItemContent): string {
    const text = saidFirst(this.registry.ofStored(content.type).getEmbeddingsContent(content));
    // A title that was made from the first line would count twice.
    const title = saidFirst(content.title);
    const rest = text.startsWith(title) ? text.slice(title.length).trimStart() : "";
    return title && rest.startsWith(title) ? rest : text;
  }

  /** Those that are near, and those with the same words; without what is linked already, and parents and children. */
  private async read(reader: Reader, caller: Caller, asked: Asked, near: readonly string[]): Promise<Candidate[]> {
    const types = this.registry.all().filter(({ excludeFromProcessing }) => !excludeFromProcessing);
    const names = types.map(({ definition }) => definition.type);
    const query = wordsOf(asked.text);
    const byWords = query
      ? sql`union select f.id from items.find_unlinked(${query}, ${asked.id}, ${sql.param(names)}::text[], ${BY_WORDS}) f`
      : sql``;
    const { rows } = await reader.execute<Candidate>(sql`
      select i.id, i.type, i.title, i.body, i.data, i.tags, i.status, i.created_at::text as created_at, i.source_url,
        (select c.data from items.content c where c.item_id = i.id) as long
      from (select unnest(${sql.param(near)}::uuid[]) as id ${byWords}) f join items.item i on i.id = f.id
      where i.user_id = ${caller.userId} and i.status <> 'trash' and i.type = any(${sql.param(names)}::text[])
        and i.parent_id is distinct from ${asked.id}::uuid and i.id is distinct from ${asked.parentId}::uuid
        and not exists (select from items.reference r where (r.source_id, r.target_id) = (i.id, ${asked.id}::uuid)
          or (r.source_id, r.target_id) = (${asked.id}::uuid, i.id))`);
    return rows;
  }

  private reader(caller: Caller): Reader {
    return { execute: this.database.read.bind(this.database, caller) as Reader["execute"] };
  }
}

/** Two of the longest words of a beginning, or of its runs where characters are words. @returns null without any */
function wordsOf(text: string): SQL | null {
  const folded = foldText(text.slice(0, BEGINNING));
  const words = [...new Set([...folded.split(" "), ...(folded.match(CHARACTERS) ?? [])])]
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((a, b) => b.length - a.length)
    .slice(0, LOOKED_FOR)
    .map((word) => sql`phraseto_tsquery('items.words', ${word})`);
  if (words.length < 2) return words[0] ?? null;
  const pairs = words.flatMap((one, at) => words.slice(at + 1).map((other) => sql`(${one} && ${other})`));
  return sql.join(pairs, sql` || `);
}
