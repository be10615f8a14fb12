import { MAX_UNLINKED } from "@tessera/contracts-items/mention-limits.ts";
import type { CardName, UnlinkedMention } from "@tessera/contracts-items/mentions.ts";
import { withoutCode } from "@tessera/contracts-items/references.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { foldText } from "../search/search-text.ts";
import { sentenceAround } from "./references.ts";

/** Names of one card that are looked for. */
const MAX_NAMES = 10;
/** Shorter names stand in every other text. */
const SHORTEST = 3;
/** Cards that are looked through, the newest with the words of a name; and letters of each. */
const MAX_CARDS = 100;
const MAX_LETTERS = 100_000;
/** Links and addresses: a name in one is no mention. */
const LINKS = /!?\[(?:\\.|[^[\]\\\n])*\]\([^()\s]*(?:\s"[^"\n]*")?\)|\bhttps?:\/\/\S+/g;

/**
 * Other cards in whose texts a card is named without a link, by full text.
 * @param sourceTypes types of cards whose texts people write
 */
export async function findUnlinked(
  tx: Tx,
  target: string,
  names: string[],
  sourceTypes: string[],
): Promise<UnlinkedMention[]> {
  const known = [...new Set(names.map((name) => name.trim()))]
    .filter((name) => name.length >= SHORTEST && foldText(name) !== "")
    .slice(0, MAX_NAMES);
  if (!known.length) return [];
  const query = sql.join(
    known.map((name) => sql`phraseto_tsquery('items.words', ${foldText(name)})`),
    sql` || `,
  );
  const { rows } = await tx.execute<CardName & { body: string } & Record<string, unknown>>(sql`
    select i.id, i.type, i.title, left(i.body, ${MAX_LETTERS}) as body
    from items.find_unlinked(${query}, ${target}, ${sql.param(sourceTypes)}::text[], ${MAX_CARDS}) f
    join items.item i on i.id = f.id order by i.created_at desc, i.id desc`);
  const found: UnlinkedMention[] = [];
  for (const { body, ...source } of rows) {
    const place = placeOf(body, known);
    if (!place) continue;
    const name = body.slice(place.from, place.to);
    found.push({ source, name, ...place, context: sentenceAround(body, place, name) });
    if (found.length === MAX_UNLINKED) break;
  }
  return found;
}

/** Where one of the names stands first, as words of its own and in no link, address or code. */
export function placeOf(body: string, names: string[]): { from: number; to: number } | null {
  const text = withoutCode(body).replaceAll(LINKS, (link) => " ".repeat(link.length));
  // The longest first: "Ada Lovelace" before "Ada".
  const words = [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.split(/\s+/).map(escapeRegExp).join("\\s+"));
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})(?![\\p{L}\\p{N}])`, "iu").exec(text);
  return found && { from: found.index, to: found.index + found[0].length };
}

const escapeRegExp = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
