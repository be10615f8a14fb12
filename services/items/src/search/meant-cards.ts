import { Injectable } from "@nestjs/common";
import { type SearchNode, termsOf } from "@tessera/contracts-items/search/language.ts";
import type { SearchPage } from "@tessera/contracts-items/search/search.ts";
import { type SQL, sql } from "drizzle-orm";
import { Meanings, withoutWords } from "../meaning/meanings.service.ts";
import { scoreOf, weightsOf } from "../meaning/score.ts";
import { type CompiledSearch, compileSearch, type SearchTime } from "./compile-search.ts";
import type { Reader } from "./highlight.ts";
import type { Ranked } from "./search.store.ts";
import { termOf, toTsQuery } from "./search-query.ts";

/** Cards that a search finds by their meaning alone, at most. */
const MAX_MEANT = 20;
/** How much worse than the best one a card may be that has not all of the words; decision 013 has the figures. */
const BELOW_BEST = 0.25;
/** Newest cards by which it is judged how rare a word is. */
const SAMPLE = 300;

/** What is found by meaning. */
export interface Meant {
  state: SearchPage["meaning"];
  /** Cards that have not all of the words, with their scores. */
  alone: ReadonlyMap<string, number>;
  /** Orders the cards that have all of the words, and those that are found by meaning alone, the best first. */
  rank(byWords: Ranked[]): Ranked[];
}

const nothing = (state: Meant["state"]): Meant => ({ state, alone: new Map(), rank: (byWords) => byWords });

/** Cards that a search means, though they say it in other words. */
@Injectable()
export class MeantCards {
  constructor(private readonly meanings: Meanings) {}

  /** @param further whether the answer continues with a list that was begun */
  async of(
    reader: Reader,
    userId: string,
    node: SearchNode,
    compiled: CompiledSearch,
    time: SearchTime,
    further: boolean,
  ): Promise<Meant> {
    const { state, near, cosineOf } = await this.meanings.near(reader, userId, node, further);
    if (!near.length) return nothing(state);
    const rest = withoutWords(node);
    const fits = (rest && compileSearch(rest, time)?.where) ?? sql`i.status <> 'trash'`;
    const { cards, weights } = await this.read(
      reader,
      userId,
      near,
      fits,
      compiled.where,
      wordsOf(node, time.languages),
    );
    const others = cards
      .filter(({ has_words }) => !has_words)
      .map(({ id, has }) => ({ id, score: scoreOf(cosineOf(id), has, weights) }))
      .sort((a, b) => b.score - a.score);
    const least = (others[0]?.score ?? 0) - BELOW_BEST;
    const alone = others.filter(({ score }) => score >= least).slice(0, MAX_MEANT);
    const whole = weights.map(() => true);
    return {
      state,
      alone: new Map(alone.map(({ id, score }) => [id, score])),
      rank: (byWords) =>
        [
          ...byWords.map(({ id }) => ({ id, rank: scoreOf(cosineOf(id), whole, weights) })),
          ...alone.map(({ id, score }) => ({ id, rank: score })),
        ].sort((a, b) => b.rank - a.rank || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)),
    };
  }

  /** Of near cards those that fit the rest of the search, with the words that each has; and what each word says. */
  private async read(reader: Reader, userId: string, near: readonly string[], fits: SQL, words: SQL, each: SQL[]) {
    const having = (search: SQL) =>
      sql.join(
        each.map((word) => sql`${search} @@ ${word}`),
        sql`, `,
      );
    const { rows } = await reader.execute<{ id: string; has_words: boolean; has: boolean[] }>(sql`
      with n as materialized (select i.id from items.item i
        where i.user_id = ${userId} and i.id = any(${sql.param(near)}::uuid[]) and ${fits})
      select i.id, array[${having(sql`i.search`)}] as has,
        i.id in (select i.id from items.item i join n on n.id = i.id where ${words}) as has_words
      from n join items.item i on i.id = n.id`);
    const counted = await reader.execute<{ cards: number; counts: number[] }>(sql`
      select count(*)::int as cards, array[${sql.join(
        each.map((word) => sql`count(*) filter (where s.search @@ ${word})`),
        sql`, `,
      )}]::int[] as counts
      from (select search from items.item where user_id = ${userId} order by created_at desc, id desc limit ${SAMPLE}) s`);
    const { counts, cards } = counted.rows[0]!;
    return { cards: rows, weights: weightsOf(counts, cards) };
  }
}

const wordsOf = (node: SearchNode, languages: readonly string[]): SQL[] =>
  termsOf(node).flatMap((term) => {
    const word = term.kind === "text" ? termOf(term.text, term.unfinished, languages) : null;
    return word ? [toTsQuery([word])!] : [];
  });
