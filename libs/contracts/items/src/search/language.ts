// The language of `/search`: words, "phrases", -exclusions, and, or, parentheses and qualifiers such as `tag:home`.
// Pages and the service read it by the same rules. Apart from the schemas: pages carry no zod for it.

/** What a qualifier of each name asks for, as help says it. */
export const QUALIFIERS = {
  is: { about: "the state of a card", example: "is:unread" },
  type: { about: "cards of one type", example: "type:note" },
  tag: { about: "cards with a tag", example: "tag:travel" },
  title: { about: "words in the title", example: "title:harbour" },
  url: { about: "part of the address", example: "url:example.org" },
  assignee: { about: "who does a task", example: "assignee:me" },
  from: { about: "who sent a mail", example: "from:ada" },
  source: { about: "where a card came from", example: "source:import" },
  before: { about: "captured before a day", example: "before:2026-03" },
  after: { about: "captured on a day or later", example: "after:2026-01-31" },
  age: { about: "added less than 7 days ago", example: "age:<7d" },
} as const;
export type QualifierName = keyof typeof QUALIFIERS;
export const QUALIFIER_NAMES = Object.keys(QUALIFIERS) as QualifierName[];

/** Values of `is:`. */
export const STATES = [
  ...(["inbox", "later", "done", "archived", "trash"] as const),
  ...(["unread", "read", "pinned", "snoozed", "due"] as const),
] as const;

/** Hours of each unit of `age:`; a month has 30 days, a year 365. */
export const AGE_HOURS = { h: 1, d: 24, w: 7 * 24, m: 30 * 24, y: 365 * 24 } as const;

const MAX_AGE_HOURS = 1000 * AGE_HOURS.y;

/** Terms of one search, words and qualifiers together. */
export const MAX_SEARCH_TERMS = 32;

interface Span {
  /** Characters of the query: of the first one, and behind the last one. */
  start: number;
  end: number;
}
export interface TextTerm extends Span {
  kind: "text";
  text: string;
  /** It stood in quotation marks. */
  phrase: boolean;
  /** The word at the very end of what is being typed: it may continue. */
  unfinished: boolean;
}
/** `is:`, `age:` and days are right already; types are judged by the service, which knows them. */
export interface QualifierTerm extends Span {
  kind: "qualifier";
  name: QualifierName;
  value: string;
}
export type SearchTerm = TextTerm | QualifierTerm;
export type SearchNode =
  | SearchTerm
  | { kind: "and"; parts: SearchNode[] }
  | { kind: "or"; parts: SearchNode[] }
  | { kind: "not"; part: SearchNode };

export interface SearchMistake extends Span {
  /** A sentence without its full stop. */
  message: string;
  /** It may be right once more is typed. */
  unfinished: boolean;
}
/** Null `node`: nothing is asked for. */
export type ParsedSearch =
  | { node: SearchNode | null; mistake?: undefined }
  | { node?: undefined; mistake: SearchMistake };

const SPACE = /\s/;
const NAME = /^([a-z]+):(?!\/\/)/i;
const DAY = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const AGE = /^([<>]?)(\d{1,4})([hdwmy])$/i;

class Mistake extends Error {
  constructor(
    message: string,
    readonly start: number,
    readonly end: number,
    readonly unfinished = false,
  ) {
    super(message);
  }
}

/** Reads a search; never throws. */
export function parseSearch(query: string): ParsedSearch {
  try {
    return { node: new Parser(query).all() };
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    const { message, start, end, unfinished } = error;
    return { mistake: { message, start, end, unfinished } };
  }
}

/** The first day that `2026`, `2026-03` or `2026-03-09` names; null when there is none. */
export function firstDay(value: string): string | null {
  const [, year, month = "01", day = "01"] = DAY.exec(value) ?? [];
  const text = `${year}-${month}-${day}`;
  const at = Date.parse(`${text}T00:00:00Z`);
  return year !== undefined && Number(year) >= 1000 && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
    ? text
    : null;
}

/** `<7d`, `7d` (younger) and `>1y` (older); null when it is no age. */
export function readAge(value: string): { older: boolean; hours: number } | null {
  const [, way, amount, unit] = AGE.exec(value) ?? [];
  if (!unit) return null;
  const hours = Number(amount) * AGE_HOURS[unit.toLowerCase() as keyof typeof AGE_HOURS];
  return { older: way === ">", hours: Math.min(hours, MAX_AGE_HOURS) };
}

/** A qualifier as it is typed. */
export const qualifier = (name: QualifierName, value: string): string =>
  `${name}:${/[\s"()]/.test(value) || value === "" ? `"${value.replaceAll('"', "")}"` : value}`;

/** Every term of a search, in its order. */
export function termsOf(node: SearchNode): SearchTerm[] {
  if (node.kind === "and" || node.kind === "or") return node.parts.flatMap(termsOf);
  return node.kind === "not" ? termsOf(node.part) : [node];
}

/** Words of a query before anything is typed into a qualifier: what stands at `caret`, and where. */
export function wordAt(query: string, caret: number): { start: number; end: number; text: string } {
  let start = caret;
  // Quotation marks before the caret, so that a value with blanks stays one word.
  const quoted = (query.slice(0, caret).match(/"/g)?.length ?? 0) % 2 === 1;
  if (quoted) start = query.lastIndexOf('"', caret - 1);
  while (start > 0 && !SPACE.test(query[start - 1]!) && query[start - 1] !== "(") start--;
  let end = caret;
  while (end < query.length && !SPACE.test(query[end]!) && query[end] !== ")") end++;
  if (query[start] === "-" && start < caret) start++;
  return { start, end, text: query.slice(start, caret) };
}

class Parser {
  private at = 0;
  private depth = 0;
  private terms = 0;

  constructor(private readonly query: string) {}

  all(): SearchNode | null {
    this.skip();
    if (this.at === this.query.length) return null;
    const node = this.either();
    // Only a parenthesis ends it before the end.
    if (this.at < this.query.length) throw new Mistake("This parenthesis closes nothing", this.at, this.at + 1);
    return node;
  }

  private either(): SearchNode | null {
    const parts = [this.both()];
    for (let word = this.operator("or"); word; word = this.operator("or")) {
      if (!parts.at(-1)) throw new Mistake(`“${word.text}” needs words on both sides`, word.start, word.end);
      const part = this.both();
      if (!part) throw new Mistake(`“${word.text}” needs words on both sides`, word.start, word.end, this.isAtEnd());
      parts.push(part);
    }
    return joined("or", parts);
  }

  private both(): SearchNode | null {
    const parts: (SearchNode | null)[] = [];
    for (;;) {
      const word = this.operator("and");
      if (word) {
        if (parts.length === 0) throw new Mistake(`“${word.text}” needs words on both sides`, word.start, word.end);
        if (this.isAtEnd() || this.query[this.at] === ")" || this.peek("or") || this.peek("and"))
          throw new Mistake(`“${word.text}” needs words on both sides`, word.start, word.end, this.isAtEnd());
      }
      this.skip();
      if (this.isAtEnd() || this.query[this.at] === ")" || this.peek("or")) break;
      parts.push(this.one());
    }
    return joined("and", parts);
  }

  private one(): SearchNode | null {
    const start = this.at;
    const not = this.query.startsWith("NOT", start) && /^NOT(?=[\s("]|$)/.test(this.query.slice(start));
    if (not) {
      this.at += 3;
      this.skip();
      if (this.isAtEnd() || this.query[this.at] === ")")
        throw new Mistake("“NOT” needs something to leave out", start, start + 3, this.isAtEnd());
      return negated(this.one());
    }
    if (this.query[start] === "-" && /^-[^\s)-]/.test(this.query.slice(start))) {
      this.at++;
      return negated(this.one());
    }
    return this.query[start] === "(" ? this.group() : this.term();
  }

  private group(): SearchNode | null {
    const start = this.at++;
    this.depth++;
    this.skip();
    const inside = this.either();
    if (this.query[this.at] !== ")") throw new Mistake("This parenthesis is not closed", start, start + 1, true);
    if (!inside) throw new Mistake("There is nothing between these parentheses", start, this.at + 1);
    this.at++;
    this.depth--;
    this.skip();
    return inside;
  }

  private term(): SearchTerm | null {
    const start = this.at;
    if (++this.terms > MAX_SEARCH_TERMS)
      throw new Mistake(`A search takes ${MAX_SEARCH_TERMS} words and qualifiers`, start, this.query.length);
    const found = NAME.exec(this.query.slice(start));
    const typed = found?.[1]?.toLowerCase();
    const name = QUALIFIER_NAMES.find((one) => one === typed);
    if (found && name) {
      this.at += found[0].length;
      const { text } = this.value();
      const end = this.at;
      this.skip();
      checkValue(name, text, start, end, end === this.query.length);
      return { kind: "qualifier", name, value: text.trim(), start, end };
    }
    const near = typed && nearest(typed);
    if (found && near)
      throw new Mistake(`There is no “${typed}:”. Did you mean “${near}:”?`, start, start + found[0].length);
    const { text, phrase } = this.value();
    const end = this.at;
    this.skip();
    const unfinished = !phrase && end === this.query.length && /[\p{L}\p{M}\p{N}]$/u.test(text);
    return { kind: "text", text, phrase, unfinished, start, end };
  }

  /** A word, or what stands in quotation marks. */
  private value(): { text: string; phrase: boolean } {
    const start = this.at;
    if (this.query[start] === '"') {
      const close = this.query.indexOf('"', start + 1);
      if (close < 0) throw new Mistake("This quotation mark is not closed", start, start + 1, true);
      this.at = close + 1;
      return { text: this.query.slice(start + 1, close), phrase: true };
    }
    let open = 0;
    for (; this.at < this.query.length && !SPACE.test(this.query[this.at]!); this.at++) {
      if (this.query[this.at] === "(") open++;
      else if (this.query[this.at] === ")") {
        if (open === 0 && this.depth > 0) break;
        open--;
      }
    }
    return { text: this.query.slice(start, this.at), phrase: false };
  }

  private operator(word: "and" | "or"): (Span & { text: string }) | null {
    this.skip();
    const start = this.at;
    if (!this.peek(word)) return null;
    this.at += word.length;
    const end = this.at;
    this.skip();
    return { start, end, text: this.query.slice(start, end) };
  }

  private peek(word: "and" | "or"): boolean {
    const text = this.query.slice(this.at, this.at + word.length + 1);
    return text.slice(0, word.length).toLowerCase() === word && /^(?:[\s()]|$)/.test(text.slice(word.length));
  }

  private skip(): void {
    while (this.at < this.query.length && SPACE.test(this.query[this.at]!)) this.at++;
  }

  private isAtEnd(): boolean {
    return this.at >= this.query.length;
  }
}

function joined(kind: "and" | "or", parts: (SearchNode | null)[]): SearchNode | null {
  const some = parts.filter((part) => part !== null);
  return some.length > 1 ? { kind, parts: some } : (some[0] ?? null);
}

const negated = (part: SearchNode | null): SearchNode | null =>
  part && (part.kind === "not" ? part.part : { kind: "not", part: finished(part) });

/** What is left out is left out by whole words. */
function finished(node: SearchNode): SearchNode {
  if (node.kind === "and" || node.kind === "or") return { ...node, parts: node.parts.map(finished) };
  return node.kind === "text" ? { ...node, unfinished: false } : node;
}

function checkValue(name: QualifierName, typed: string, start: number, end: number, last: boolean): void {
  const value = typed.trim();
  const wrong = (message: string, unfinished = last) => new Mistake(message, start, end, unfinished);
  if (!value) throw wrong(`Write what is looked for after “${name}:”, as in “${QUALIFIERS[name].example}”`);
  if (name === "is" && !STATES.some((state) => state === value.toLowerCase()))
    throw wrong(`“is:” takes ${listed(STATES)}`);
  if (name === "age" && !readAge(value))
    throw wrong("“age:” takes a number with h, d, w, m or y: “age:<7d” is younger, “age:>1y” older");
  if ((name === "before" || name === "after") && !/^(today|yesterday)$/i.test(value) && !firstDay(value))
    throw wrong(`“${name}:” takes a day, a month or a year, as in “${name}:2026-03-31”, or today or yesterday`);
}

const listed = (words: readonly string[]) => `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

/** The qualifier that was probably meant: one letter more, less or other, or two changed places. */
const nearest = (typed: string): QualifierName | undefined =>
  typed.length < 3 ? undefined : QUALIFIER_NAMES.find((name) => name.length > 2 && isNear(typed, name));

function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0])
  );
}
