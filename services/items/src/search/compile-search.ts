import { addDays, dayOf, startOfDay } from "@tessera/contracts-core/days.ts";
import { ItemStatus } from "@tessera/contracts-items/items.ts";
import {
  firstDay,
  type QualifierTerm,
  readAge,
  type SearchNode,
  type TextTerm,
  termsOf,
} from "@tessera/contracts-items/search/language.ts";
import { type SQL, sql } from "drizzle-orm";
import { cleanText } from "../text/clean.ts";
import { tagKey } from "../text/tags.ts";
import type { WantedWord } from "./highlight.ts";
import { beginning, type QueryParts, singleWords, termOf, toTsQuery } from "./search-query.ts";

/** What the words of a search mean at the moment. */
export interface SearchTime {
  now: Date;
  /** Where the person's days begin. */
  zone: string;
  /** The types that a list of this type holds. */
  family(type: string): string[];
  /** Those by whose stems words are looked for, besides English. */
  languages: readonly string[];
}

/** What `items.find_newest_words` takes, where a search is no more than that. */
export interface SimpleSearch extends QueryParts {
  words: SQL;
  tags: string[] | null;
  types: string[] | null;
  status: string | null;
  unread: boolean;
}

export interface CompiledSearch {
  /** What is true of the cards `i` that are found. */
  where: SQL;
  /** The words that rank them; null where none is looked for. */
  words: SQL | null;
  simple: SimpleSearch | null;
  marked: WantedWord[];
  languages: readonly string[];
}

/** A search as conditions on cards `i` of the person. @returns null when nothing searchable is asked for */
export function compileSearch(asked: SearchNode, time: SearchTime): CompiledSearch | null {
  const node = searchable(asked);
  if (!node) return null;
  const terms = termsOf(node);
  // Cards in the trash are found by those who ask for it alone.
  const trash = terms.some((term) => term.kind === "qualifier" && term.name === "is" && isStatus(term, "trash"));
  const matches = condition(node, time);
  const wanted = positive(node);
  const { languages } = time;
  const words = wordsOf(node, languages);
  return {
    where: trash ? matches : sql`i.status <> 'trash' and ${matches}`,
    words,
    simple: words && simple(node, words, time),
    marked: wanted.flatMap((term) =>
      term.kind === "text" || term.name === "title" ? singleWords([termFor(term, languages)!]) : [],
    ),
    languages,
  };
}

const termFor = (term: TextTerm | QualifierTerm, languages?: readonly string[]) =>
  term.kind === "text"
    ? termOf(cleanText(term.text), term.unfinished, languages)
    : termOf(cleanText(term.value), false, languages);

/** Without the words that have neither letter nor digit. */
function searchable(node: SearchNode): SearchNode | null {
  if (node.kind === "and" || node.kind === "or") {
    const parts = node.parts.map(searchable).filter((part) => part !== null);
    return parts.length > 1 ? { kind: node.kind, parts } : (parts[0] ?? null);
  }
  if (node.kind === "not") {
    const part = searchable(node.part);
    return part && { kind: "not", part };
  }
  return (node.kind === "text" || node.name === "title") && !termFor(node) ? null : node;
}

/** The terms that a card should have, not those that it must not. */
function positive(node: SearchNode): (TextTerm | QualifierTerm)[] {
  if (node.kind === "and" || node.kind === "or") return node.parts.flatMap(positive);
  return node.kind === "not" ? [] : [node];
}

/** The words that are looked for, for their rank. */
function wordsOf(node: SearchNode, languages: readonly string[]): SQL | null {
  if (node.kind === "text") return toTsQuery([termFor(node, languages)!]);
  if (node.kind === "not" || node.kind === "qualifier") return null;
  const parts = node.parts.map((part) => wordsOf(part, languages)).filter((part) => part !== null);
  return parts.length ? joined(parts, node.kind === "and" ? sql` && ` : sql` || `) : null;
}

/** Words that stand beside each other are asked for in one query of the index of words. */
function onlyWords(node: SearchNode, languages: readonly string[]): SQL | null {
  if (node.kind === "text") return toTsQuery([termFor(node, languages)!]);
  if (node.kind === "not" || node.kind === "qualifier") return null;
  const parts = node.parts.map((part) => onlyWords(part, languages));
  return parts.every((part) => part !== null) ? joined(parts, node.kind === "and" ? sql` && ` : sql` || `) : null;
}

const joined = (parts: SQL[], between: SQL) => sql`(${sql.join(parts, between)})`;

function condition(node: SearchNode, time: SearchTime): SQL {
  if (node.kind === "not") return sql`not ${condition(node.part, time)}`;
  if (node.kind === "qualifier") return sql`(${qualified(node, time)})`;
  if (node.kind === "text") return found(toTsQuery([termFor(node, time.languages)!])!);
  const words = node.parts.map((part) => onlyWords(part, time.languages));
  const together = words.filter((part) => part !== null);
  const others = node.parts.filter((_, at) => words[at] === null).map((part) => condition(part, time));
  const between =
    node.kind === "and" ? { words: sql` && `, others: sql` and ` } : { words: sql` || `, others: sql` or ` };
  return joined([...(together.length ? [found(joined(together, between.words))] : []), ...others], between.others);
}

const found = (words: SQL, titlesOnly = false) =>
  sql`i.id in (select f.id from items.find_words(${words}, ${titlesOnly}) f)`;

const isStatus = ({ value }: QualifierTerm, status?: string) =>
  status ? value.toLowerCase() === status : ItemStatus.safeParse(value.toLowerCase()).success;

const part = (text: string) => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

function qualified(term: QualifierTerm, time: SearchTime): SQL {
  const value = cleanText(term.value);
  const lower = value.toLowerCase();
  switch (term.name) {
    case "is":
      return stateOf(lower, time);
    case "type":
      return sql`i.type = any(${sql.param(time.family(lower))}::text[])`;
    case "tag":
      return sql`i.tag_keys @> array[${tagKey(value)}]`;
    case "title":
      return found(toTsQuery([termFor(term, time.languages)!])!, true);
    case "url":
      return sql`concat_ws(' ', i.source_url, i.data ->> 'url') ilike ${part(value)}`;
    case "assignee":
      return assignedTo(lower);
    case "from":
      return sql`exists (select from jsonb_path_query(i.data, '$.from[*].*') as said
        where lower(said #>> '{}') like ${part(lower)})`;
    case "source":
      return sql`i.source = ${lower} or starts_with(i.source, ${`${lower}:`})`;
    case "before":
      return sql`i.created_at < ${startOf(lower, time)}::timestamptz`;
    case "after":
      return sql`i.created_at >= ${startOf(lower, time)}::timestamptz`;
    case "age": {
      const { older, hours } = readAge(lower)!;
      const at = sql`${new Date(time.now.getTime() - hours * 3_600_000).toISOString()}::timestamptz`;
      return older ? sql`i.created_at < ${at}` : sql`i.created_at >= ${at}`;
    }
  }
}

/** "me", "none", "person", "agent", or a part of a name. */
function assignedTo(who: string): SQL {
  if (who === "none") return sql`i.data -> 'done' is not null and i.data -> 'assignee' is null`;
  const is = (kind: string) => sql`coalesce(i.data #>> '{assignee,kind}' = ${kind}, false)`;
  if (who === "me" || who === "person" || who === "agent") return is(who);
  return sql`coalesce(i.data #>> '{assignee,name}' ilike ${part(who)}, false)`;
}

function stateOf(state: string, { now }: SearchTime): SQL {
  if (state === "unread") return sql`i.unread`;
  if (state === "read") return sql`not i.unread`;
  if (state === "pinned") return sql`i.pinned`;
  if (state === "due") return sql`i.due_at is not null`;
  if (state === "snoozed")
    return sql`coalesce(i.snooze_until > ${now.toISOString()}::timestamptz, false) and i.status in ('inbox', 'later')`;
  return sql`i.status = ${state}`;
}

/** The first moment of a day, in the person's own time. */
function startOf(value: string, { now, zone }: SearchTime): string {
  const today = dayOf(now, zone);
  const day = value === "today" ? today : value === "yesterday" ? addDays(today, -1) : firstDay(value)!;
  return startOfDay(day, zone).toISOString();
}

/** The words of a search in which all that is asked for must be true. */
function partsOfWords(node: SearchNode, languages: readonly string[]): QueryParts {
  const parts = node.kind === "and" ? node.parts : [node];
  const words = parts.filter((part) => onlyWords(part, languages) !== null);
  const finished = words.filter((part) => !termsOf(part).some(isUnfinished));
  const last = words.find((part): part is TextTerm => part.kind === "text" && part.unfinished);
  const isParted = finished.length > 0 && finished.length < words.length;
  const whole =
    last &&
    words.map((part) =>
      part === last ? toTsQuery([{ ...termFor(last, languages)!, prefix: false }])! : onlyWords(part, languages)!,
    );
  return {
    whole: whole ? joined(whole, sql` && `) : null,
    finished: isParted
      ? joined(
          finished.map((part) => onlyWords(part, languages)!),
          sql` && `,
        )
      : null,
    beginning: last ? beginning(termFor(last)!) : null,
  };
}

const isUnfinished = (term: TextTerm | QualifierTerm) => term.kind === "text" && term.unfinished;

/** The fast way, for words with what lists filter by. */
function simple(node: SearchNode, words: SQL, time: SearchTime): SimpleSearch | null {
  const result: SimpleSearch = {
    ...partsOfWords(node, time.languages),
    ...{ words, tags: null, types: null, status: null, unread: false },
  };
  for (const one of node.kind === "and" ? node.parts : [node]) {
    if (onlyWords(one, time.languages)) continue;
    if (one.kind !== "qualifier") return null;
    const lower = one.value.toLowerCase();
    if (one.name === "tag") result.tags = [...(result.tags ?? []), tagKey(cleanText(one.value))];
    else if (one.name === "type" && !result.types) result.types = time.family(lower);
    else if (one.name === "is" && lower === "unread") result.unread = true;
    else if (one.name === "is" && isStatus(one) && !result.status) result.status = lower;
    else return null;
  }
  return result;
}
