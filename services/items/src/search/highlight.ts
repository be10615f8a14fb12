import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import { LruCache } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { foldText } from "./search-text.ts";
import { candidates, marked } from "./words-of-text.ts";

/** Runs one statement that reads. */
export interface Reader {
  execute<R extends Record<string, unknown>>(statement: SQL): Promise<{ rows: R[] }>;
}

/** What the dictionary makes of a word: its stems, and all that is indexed of it. */
interface Lexemes {
  /** By each dictionary that reads the word's letters. */
  stems: string[][];
  all: string[];
}

/** Words whose lexemes are kept, about 10 MB; the same words are in most texts of a language. */
const MAX_WORDS = 50_000;
/** Longest word that is kept, in characters. */
const MAX_KEPT_LENGTH = 40;
const kept = new LruCache<string, Lexemes>(MAX_WORDS);

/** A word that is looked for; it may be unfinished. */
export interface WantedWord {
  word: string;
  isPrefix: boolean;
}

/** Characters of a text in which the marked line of an answer is looked for. */
export const EXCERPT_WITHIN = 4000;
const EXCERPT = 200;

/** Marks around a match; ItemSummary of the contract. */
const OPEN = "\u0002";
const CLOSE = "\u0003";
const MARKS = new RegExp(`[${OPEN}${CLOSE}]`, "g");

/** Marks the words of texts that a query found, by the same dictionary as the search itself. */
async function markMatches(
  reader: Reader,
  wanted: WantedWord[],
  languages: readonly string[],
  texts: string[],
): Promise<string[]> {
  if (!wanted.length) return texts;
  const asked = wanted.map(({ word }) => word);
  const split = texts.map((own) => {
    const text = own.replaceAll(MARKS, "");
    return { text, words: candidates(text, asked) };
  });
  const known = await lexemesOf(
    reader,
    new Set([...split.flatMap(({ words }) => words.map(({ word }) => word)), ...asked]),
    languages,
  );
  const matches = wanted.map(({ word, isPrefix }) => matcher(word, known.get(word)!, isPrefix));
  const found = new Set([...known].flatMap(([word, { all }]) => (matches.some((match) => match(all)) ? [word] : [])));
  return split.map(({ text, words }) =>
    marked(
      text,
      words.filter(({ word }) => found.has(word)),
      OPEN,
      CLOSE,
    ),
  );
}

/**
 * Marks what the words found: in the title, and in the line or else in the first part of the text that has some.
 * @param texts the beginning of each item's text
 * @param languages those by whose stems the words were looked for, besides English
 */
export async function highlight(
  reader: Reader,
  wanted: WantedWord[],
  items: ItemSummary[],
  texts: (string | null)[],
  languages: readonly string[],
): Promise<void> {
  const lines = [...items.map(({ title }) => title), ...items.map(({ line }) => line)];
  const marked = await markMatches(reader, wanted, languages, lines);
  const lineAt = (at: number) => marked[at + items.length]!;
  const unmarked = items.flatMap((_, at) => (isMarked(lineAt(at)) ? [] : [at]));
  const bodies = await markMatches(
    reader,
    wanted,
    languages,
    unmarked.map((at) => texts[at] ?? ""),
  );
  const excerpts = new Map(unmarked.map((at, place) => [at, bodies[place]!]));
  for (const [at, item] of items.entries()) {
    const text = excerpts.get(at) ?? "";
    item.highlight = { title: marked[at]!, line: isMarked(text) ? excerpt(text, EXCERPT) : lineAt(at) };
  }
}

/** Whether lexemes answer a word of a query, as `phraseto_tsquery(word)`, or else `to_tsquery(word:*)`, would say. */
function matcher(word: string, { stems }: Lexemes, isPrefix: boolean): (lexemes: string[]) => boolean {
  return (lexemes) =>
    stems.some((own) => own.length > 0 && own.every((stem) => lexemes.includes(stem))) ||
    (isPrefix && lexemes.some((lexeme) => lexeme.startsWith(word)));
}

/** What the database's dictionary makes of each word; it is asked once for words that are not kept. */
async function lexemesOf(
  reader: Reader,
  words: ReadonlySet<string>,
  languages: readonly string[],
): Promise<Map<string, Lexemes>> {
  const keyOf = (word: string) => [word, ...languages].join(" ");
  const all = new Map<string, Lexemes>();
  const unknown: string[] = [];
  for (const word of words) {
    const lexemes = kept.get(keyOf(word));
    if (lexemes) all.set(word, lexemes);
    else unknown.push(word);
  }
  if (!unknown.length) return all;
  const { rows } = await reader.execute<{
    at: number;
    stems: string[];
    own: string[];
    plain: string[];
    others: string[][];
  }>(sql`
    select at::int, tsvector_to_array(to_tsvector('items.words', word)) as stems,
      tsvector_to_array(items.own_stems(word)) as own,
      tsvector_to_array(to_tsvector('pg_catalog.simple', word)) as plain,
      ${languages.length ? othersOf(languages) : sql`'[]'::jsonb`} as others
    from unnest(${sql.param(unknown.map((word) => foldText(word)))}::text[]) with ordinality as w (word, at)`);
  for (const { at, stems, own, plain, others } of rows) {
    const word = unknown[at - 1]!;
    const lexemes = {
      stems: [stems, own, ...others],
      all: [...new Set([...stems, ...own, ...plain, ...others.flat()])],
    };
    all.set(word, lexemes);
    if (word.length <= MAX_KEPT_LENGTH) kept.set(keyOf(word), lexemes);
  }
  return all;
}

const othersOf = (languages: readonly string[]) =>
  sql`(select jsonb_agg(tsvector_to_array(items.stems_in(word, l))) from unnest(${sql.param(languages)}::text[]) l)`;

const isMarked = (text: string): boolean => text.includes(OPEN);

/**
 * A part of a text around the first word that a query found, in one line.
 * @param marked a text that went through `markMatches`
 */
function excerpt(marked: string, length: number): string {
  const at = marked.indexOf(OPEN);
  const line = marked.replaceAll(/\s+/g, " ");
  if (at < 0 || line.length <= length) return line.slice(0, length);
  const start = Math.max(0, marked.slice(0, at).replaceAll(/\s+/g, " ").length - Math.floor(length / 4));
  const from = start === 0 ? 0 : line.indexOf(" ", start) + 1;
  const part = line.slice(from, from + length);
  const whole = part.lastIndexOf(OPEN) > part.lastIndexOf(CLOSE) ? part.slice(0, part.lastIndexOf(OPEN)) : part;
  return `${from > 0 ? "… " : ""}${whole}`;
}
