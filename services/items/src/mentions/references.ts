import { MAX_REFERENCES } from "@tessera/contracts-items/mention-limits.ts";
import { type Reference, referencesIn, replaceReferences } from "@tessera/contracts-items/references.ts";
import type { Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { firstLine } from "../text/clean.ts";
import { plainMarkdown } from "../text/plain-markdown.ts";

/** Characters of a sentence that are kept before and behind a mention. */
const BEFORE = 120;
const BEHIND = 160;
/** Characters that are looked through for what a text says first: a mention is 60 times as long as a short title. */
const MAX_LOOK = 50_000;
/** Around the title of the mentioned card, which pages mark. */
const [MARK, END] = ["\u0002", "\u0003"];

/** The text as search reads it: a mention says a title, its address says nothing. */
export const withoutAddresses = (text: string): string =>
  text.includes("](/items/") ? replaceReferences(text, ({ title }) => title) : text;

/** What a text says first, without marks and addresses; as much as `plainMarkdown` reads, however long the text is. */
export const saidFirst = (text: string): string => plainMarkdown(withoutAddresses(text.slice(0, MAX_LOOK))).trim();

interface Row {
  target_id: string;
  context: string;
}

/** The cards that a text mentions, each with the sentence of its first mention. */
export function rowsOf(body: string): Row[] {
  const rows = new Map<string, Row>();
  for (const { id, title, from, to } of referencesIn(body)) {
    if (!rows.has(id) && rows.size < MAX_REFERENCES)
      rows.set(id, { target_id: id, context: sentenceAround(body, { from, to }, title) });
  }
  return [...rows.values()];
}

/** The sentence around a place in a text, as plain text with `named` between the marks in that place. */
export function sentenceAround(text: string, { from, to }: Pick<Reference, "from" | "to">, named: string): string {
  const before = text
    .slice(Math.max(0, from - 2 * BEFORE), from)
    .split("\n")
    .at(-1)!;
  const behind = text.slice(to, to + 2 * BEHIND).split("\n", 1)[0]!;
  // The last end of a sentence before it, the first one behind it.
  const begins = Math.max(
    ...[...before.matchAll(/[.!?…]\s+(?=\S)/g)].map(({ 0: end, index }) => index + end.length),
    0,
  );
  const ends = /[.!?…](?=\s|$)/.exec(behind);
  const plain = (part: string) => plainMarkdown(withoutAddresses(part)).replaceAll(MARK, "").replaceAll(END, "");
  const first = plain(before.slice(begins));
  const last = plain(ends ? behind.slice(0, ends.index + 1) : behind);
  const cutFirst = first.length > BEFORE ? `…${first.slice(-BEFORE).toWellFormed()}` : first;
  const cutLast = last.length > BEHIND ? `${last.slice(0, BEHIND).toWellFormed()}…` : last;
  return firstLine(`${cutFirst}${MARK}${named}${END}${cutLast}`, BEFORE + BEHIND + named.length + 4);
}

/** The sentence as it is kept, with the mentioned card's title as it is now; one of its other names stays. */
export function withTitle(context: string, title: string, aliases: readonly string[]): string {
  const [from, to] = [context.indexOf(MARK) + 1, context.indexOf(END)];
  const written = context.slice(from, to);
  return from > 0 && to >= from && !aliases.includes(written)
    ? context.slice(0, from) + title + context.slice(to)
    : context;
}

/** Parts of the statement that writes a card's text: what it mentions now, and no longer. */
export function keepReferences(userId: string, sourceId: string, body: string, now: Date): SQL[] {
  const rows = rowsOf(body);
  const gone = sql`unlinked as (delete from items.reference where source_id = ${sourceId}
    and not target_id = any(${sql.param(rows.map(({ target_id }) => target_id))}::uuid[]))`;
  if (!rows.length) return [gone];
  return [
    gone,
    sql`linked as (${insert(
      userId,
      rows.map((row) => ({ ...row, source_id: sourceId })),
      now,
    )})`,
  ];
}

/** Keeps what new cards mention. */
export async function linkedFrom(
  tx: Tx,
  userId: string,
  drafts: { id: string; body: string }[],
  now: Date,
): Promise<void> {
  const rows = drafts.flatMap(({ id, body }) => rowsOf(body).map((row) => ({ ...row, source_id: id })));
  if (rows.length) await tx.execute(insert(userId, rows, now));
}

const insert = (userId: string, rows: (Row & { source_id: string })[], now: Date) => sql`
  insert into items.reference (source_id, target_id, user_id, context, created_at)
  select r.source_id, r.target_id, ${userId}::uuid, r.context, ${now.toISOString()}::timestamptz
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (source_id uuid, target_id uuid, context text)
  on conflict (source_id, target_id) do update set context = excluded.context`;
