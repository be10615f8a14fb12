import { type SQL, sql } from "drizzle-orm";
import { foldText } from "./search-text.ts";
import { STEMS } from "./stems.ts";

export interface Term {
  /** Folded words, in order. */
  words: string[];
  /** The same as others write it: "koeln" for "Köln". */
  others: string[][];
  not: boolean;
  /** Whether the last word may be unfinished. */
  prefix: boolean;
  /** Languages by whose stems it is looked for, besides English. */
  languages: readonly string[];
  /** Whether this term is an alternative to all before it, as in web search. */
  or: boolean;
}

/** Most terms of one query; those after are left out. */
const MAX_TERMS = 32;

/** Reads words, "phrases", -exclusions and `or`. @param languages of the person's cards */
export function parseQuery(q: string, languages: readonly string[] = []): Term[] {
  const terms: Term[] = [];
  let or = false;
  for (const match of q.matchAll(/(-?)"([^"]*)"?|(\S+)/g)) {
    const [whole, minus, phrase, word] = match;
    if (word !== undefined && /^or$/i.test(word) && terms.length > 0) {
      or = true;
      continue;
    }
    // "--force" is an option of a command, and no word to leave out.
    const not = minus === "-" || /^-[^-]/.test(word ?? "");
    const [words, ...others] = spellings(phrase ?? word ?? "");
    if (!words?.length) continue;
    const last = match.index + whole.length === q.length;
    terms.push({
      words,
      others,
      not,
      prefix: last && word !== undefined && !not && /[\p{L}\p{M}\p{N}]$/u.test(word),
      languages,
      or,
    });
    or = false;
    if (terms.length === MAX_TERMS) break;
  }
  return terms;
}

/** One word or phrase on its own. @returns null when it has nothing searchable */
export function termOf(text: string, prefix: boolean, languages: readonly string[] = []): Term | null {
  const [words, ...others] = spellings(text);
  return words?.length ? { words, others, not: false, prefix, languages, or: false } : null;
}

/** The query for PostgreSQL; null when nothing searchable was asked for, which matches nothing. */
export function toTsQuery(terms: Term[]): SQL | null {
  return terms.reduce<SQL | null>((all, term) => {
    const own = term.not
      ? sql`!!${exact(term)}`
      : term.prefix
        ? sql`(${exact(term)} || ${beginning(term)})`
        : exact(term);
    if (!all) return own;
    return term.or ? sql`(${all} || ${own})` : sql`(${all} && ${own})`;
  }, null);
}

/** A query whose last word may be unfinished, in parts that are looked up apart. */
export interface QueryParts {
  /** The query with that word finished: what has it whole comes first. Null without one, or after an `or`. */
  whole: SQL | null;
  /** All but that word: all matches are matches of it. Null when the index of words does not answer it alone. */
  finished: SQL | null;
  /** The beginning of that word. */
  beginning: SQL | null;
}

export function partsOf(terms: Term[]): QueryParts {
  const last = terms.at(-1);
  if (!last?.prefix || last.or) return { whole: null, finished: null, beginning: null };
  const others = terms.slice(0, -1);
  const excludes = others.some(({ not }) => not);
  const isAnswered = !excludes || (others.some(({ not }) => !not) && others.every(({ or }) => !or));
  const whole = toTsQuery([...others, { ...last, prefix: false }]);
  return { whole, finished: isAnswered ? toTsQuery(others) : null, beginning: beginning(last) };
}

/** The single words that a query asks for: what is marked in answers. The last one may be unfinished. */
export const singleWords = (terms: Term[]): { word: string; isPrefix: boolean }[] =>
  terms
    .filter((term) => !term.not)
    .flatMap((term) => {
      const unfinished = term.prefix ? unfinishedSpellings(term) : [];
      return [term.words, ...term.others].flatMap((words) =>
        words.map((word, at) => ({ word, isPrefix: at === words.length - 1 && unfinished.includes(words) })),
      );
    });

const exact = ({ words, others, languages }: Term) =>
  sql`(${sql.join(
    [words, ...others].map((spelling) => found(spelling, languages)),
    sql` || `,
  )})`;

/**
 * Words are looked for by the stems of the language that their letters tell as well, and of those that the person's
 * cards are in; migrations 030, 198 and 202.
 */
function found(words: string[], languages: readonly string[]): SQL {
  const text = words.join(" ");
  const dictionaries = STEMS.flatMap(({ letters, words }) => (letters.test(text) ? [words] : []));
  const latin = languages.length
    ? sql`items.phrase_in(${text}, ${sql.param(languages)}::text[])`
    : sql`phraseto_tsquery('items.words', ${text})`;
  return sql.join(
    [latin, ...dictionaries.map((name) => sql`phraseto_tsquery('${sql.raw(name)}', ${text})`)],
    sql` || `,
  );
}

/** Letters for which there is a pair of others, of people without the key. */
const PAIRS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

/** The folded words of a text as it is written, then as those write it who have other keys: "ö" for "oe", or "oe". */
function spellings(asked: string): string[][] {
  const text = asked.normalize("NFC");
  const written = [
    text,
    text.replaceAll(/[äöüøå]/giu, (letter) => PAIRS[letter.toLowerCase()]!),
    // "Aarhus", but not "Haar".
    text.replaceAll(/([aou])e/gi, "$1").replaceAll(/(?<!\p{L})aa/giu, "a"),
  ];
  return [...new Set(written.map(foldText))].map((words) => words.split(" ").filter(Boolean));
}

/** Letters from which a beginning without one of its pairs, "muller" for "mueller", does not find too much. */
const FEWEST_UNPAIRED = 4;

/** The spellings that a word may have which is not finished. A pair at its very end may be two letters of it: "poe". */
const unfinishedSpellings = ({ words, others }: Pick<Term, "words" | "others">): string[][] => [
  words,
  ...others.filter((other) => {
    const [own, last] = [words.at(-1)!, other.at(-1)!];
    return last.length >= own.length || (last.length >= FEWEST_UNPAIRED && !/(?:[aou]e|^aa)$/.test(own));
  }),
];

/** Words consist of letters and digits alone, so they need no quoting in PostgreSQL's own syntax. */
export const beginning = (term: Pick<Term, "words" | "others">): SQL =>
  sql`(${sql.join(
    unfinishedSpellings(term).map((words) => sql`to_tsquery('pg_catalog.simple', ${`${words.join(" <-> ")}:*`})`),
    sql` || `,
  )})`;
