import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { anyWord, parseQuery } from "./search-query.ts";
import { foldText } from "./search-text.ts";

/** Marks around a match; ItemSummary of the contract. */
const OPEN = "\u0002";
const CLOSE = "\u0003";
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+/gu;

/** Marks the words of texts that a query found, by the same dictionary as the search itself. */
export async function markMatches(tx: Tx, q: string, texts: string[]): Promise<string[]> {
  const query = anyWord(parseQuery(q));
  if (!query) return texts;
  const words = [...new Set(texts.flatMap((text) => text.match(WORDS) ?? []))];
  const folded = words.map((word) => foldText(word));
  const { rows } = await tx.execute<{ at: number }>(
    sql`select at::int from unnest(${sql.param(folded)}::text[]) with ordinality as w (word, at) where items.lexemes(word) @@ (${query})`,
  );
  const found = new Set(rows.map(({ at }) => words[at - 1]));
  return texts.map((text) =>
    text
      .replaceAll(OPEN, "")
      .replaceAll(CLOSE, "")
      .replaceAll(WORDS, (word) => (found.has(word) ? `${OPEN}${word}${CLOSE}` : word)),
  );
}

export const isMarked = (text: string): boolean => text.includes(OPEN);

/**
 * A part of a text around the first word that a query found, in one line.
 * @param marked a text that went through `markMatches`
 */
export function excerpt(marked: string, length: number): string {
  const at = marked.indexOf(OPEN);
  const line = marked.replaceAll(/\s+/g, " ");
  if (at < 0 || line.length <= length) return line.slice(0, length);
  const start = Math.max(0, marked.slice(0, at).replaceAll(/\s+/g, " ").length - Math.floor(length / 4));
  const from = start === 0 ? 0 : line.indexOf(" ", start) + 1;
  const part = line.slice(from, from + length);
  const whole = part.lastIndexOf(OPEN) > part.lastIndexOf(CLOSE) ? part.slice(0, part.lastIndexOf(OPEN)) : part;
  return `${from > 0 ? "… " : ""}${whole}`;
}
