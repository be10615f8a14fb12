import { sql } from "drizzle-orm";
import type { Reader } from "./highlight.ts";

/** Newest cards whose titles and tags, and of which the texts, are looked through for words: about 100 ms. */
const TITLES = 5000;
const TEXTS = 300;
/** Shorter words are too near to too many others. */
const MIN_LENGTH = 4;
/** Letters from which a word may have two mistakes. */
const TWO_MISTAKES = 8;

/** A word of the person's own cards, and how many of them have it. */
export interface OwnWord {
  word: string;
  count: number;
}

/** Words of the person's newest cards. Their index has them, folded, beside their stems. */
export async function ownWords(reader: Reader): Promise<OwnWord[]> {
  // ts_stat takes a statement as text, and runs it with the rights of the caller.
  const cards = (what: string, most: number) =>
    `select ${what} from (select i.search from items.item i where i.user_id = kit.uid() and i.status <> 'trash'
      order by i.created_at desc limit ${most}) n`;
  const { rows } = await reader.execute<{ word: string; count: number }>(sql`
    select word, sum(ndoc)::int as count from (
      select word, ndoc from ts_stat(${cards("ts_filter(n.search, '{a,b}')", TITLES)})
      union all select word, ndoc from ts_stat(${cards("n.search", TEXTS)})) w
    where length(word) between ${MIN_LENGTH - 1} and 40 group by word`);
  return rows;
}

/** The own word that a mistyped one most likely is: fewest mistakes, then the one that most cards have. */
export function nearestWord(typed: string, words: readonly OwnWord[]): string | null {
  if (typed.length < MIN_LENGTH || /\d/.test(typed)) return null;
  const most = typed.length >= TWO_MISTAKES ? 2 : 1;
  let best: { word: string; mistakes: number; count: number } | null = null;
  for (const { word, count } of words) {
    if (Math.abs(word.length - typed.length) > most) continue;
    const mistakes = mistakesBetween(typed, word, best ? best.mistakes : most);
    if (mistakes === 0 || mistakes > most) continue;
    if (!best || mistakes < best.mistakes || (mistakes === best.mistakes && count > best.count))
      best = { word, mistakes, count };
  }
  return best?.word ?? null;
}

/** Letters added, left out, changed or swapped with their neighbour; more than `most` is any number above it. */
export function mistakesBetween(a: string, b: string, most: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(change, last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, beforeLast[j - 2]! + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
