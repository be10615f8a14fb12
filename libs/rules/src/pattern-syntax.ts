import { foldPart } from "./fold.ts";

/** Characters of a pattern at most. */
export const MAX_PATTERN_LENGTH = 200;
/** How often `{…}` repeats at most. */
const MAX_REPEATS = 100;

/** Why a pattern cannot be used, in a sentence. */
export class PatternFault extends Error {}

/** Kinds of code units, as bits. */
export const LETTER = 1;
export const DIGIT = 2;
export const SPACE = 4;
export const OTHER = 8;
const ALL = LETTER | DIGIT | SPACE | OTHER;

/** Code units of some kinds and of some ranges, both ends included; `not`: all others. */
export interface Units {
  not: boolean;
  kinds: number;
  ranges: readonly (readonly [low: number, high: number])[];
}
export type Edge = "start" | "end" | "word" | "notWord";
export type Node =
  | { units: Units }
  | { edge: Edge }
  | { sequence: readonly Node[] }
  | { either: readonly Node[] }
  | { repeated: Node; least: number; most: number | null };

const ESCAPED_KINDS: Readonly<Record<string, number>> = {
  ...{ d: DIGIT, D: ALL & ~DIGIT, w: LETTER | DIGIT, W: SPACE | OTHER, s: SPACE, S: ALL & ~SPACE },
};
/** Characters up to here are folded one by one where a range has them: Latin letters with accents. */
const LAST_FOLDED = 0x24f;

const units = (ranges: Units["ranges"], kinds = 0, not = false): Units => ({ not, kinds, ranges });

/**
 * Reads a regular expression: of JavaScript's what is regular in the strict sense, and so needs no going back. There is
 * no lookaround, nothing that refers to a group, and no flags. It is about folded texts, and folded itself.
 * @throws PatternFault
 */
export function parsePattern(pattern: string): Node {
  if (pattern.length > MAX_PATTERN_LENGTH)
    throw new PatternFault(`A pattern has at most ${MAX_PATTERN_LENGTH} characters.`);
  const parser = new Parser([...pattern]);
  return parser.whole();
}

class Parser {
  private at = 0;
  private readonly chars: readonly string[];

  constructor(chars: readonly string[]) {
    this.chars = chars;
  }

  whole(): Node {
    const node = this.either();
    if (this.at < this.chars.length) throw new PatternFault("A “)” of the pattern closes nothing.");
    return node;
  }

  private either(): Node {
    const parts = [this.sequence()];
    while (this.take("|")) parts.push(this.sequence());
    return parts.length === 1 ? parts[0]! : { either: parts };
  }

  private sequence(): Node {
    const parts: Node[] = [];
    while (this.at < this.chars.length && this.next() !== "|" && this.next() !== ")") parts.push(this.repeated());
    return { sequence: parts };
  }

  private repeated(): Node {
    const part = this.atom();
    const times = this.times();
    if (!times) return part;
    if ("edge" in part) throw new PatternFault("In the pattern, an edge cannot repeat.");
    // As few as possible or as many: whether a text matches is the same.
    this.take("?");
    if (this.times()) throw new PatternFault("The pattern repeats something twice.");
    return { repeated: part, ...times };
  }

  private times(): { least: number; most: number | null } | null {
    if (this.take("*")) return { least: 0, most: null };
    if (this.take("+")) return { least: 1, most: null };
    if (this.take("?")) return { least: 0, most: 1 };
    const found = this.next() === "{" && /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(this.chars.slice(this.at).join(""));
    if (!found) return null;
    const least = Number(found[1]);
    const most = found[2] === undefined ? least : found[3] === "" ? null : Number(found[3]);
    if (Math.max(least, most ?? 0) > MAX_REPEATS)
      throw new PatternFault(`The pattern repeats something more than ${MAX_REPEATS} times.`);
    if (most !== null && most < least) throw new PatternFault("A repetition of the pattern ends before it begins.");
    this.at += found[0].length;
    return { least, most };
  }

  private atom(): Node {
    const char = this.chars[this.at++]!;
    if (char === ".") return { units: units([], ALL) };
    if (char === "^") return { edge: "start" };
    if (char === "$") return { edge: "end" };
    if (char === "(") return this.group();
    if (char === "[") return { units: this.brackets() };
    if (char === "\\") return this.escaped();
    if (char === "*" || char === "+" || char === "?") throw new PatternFault(`A “${char}” repeats nothing.`);
    return literal(char);
  }

  private group(): Node {
    if (this.take("?")) {
      const name = /^(:|<[a-z]\w*>)/i.exec(this.chars.slice(this.at).join(""));
      if (!name) throw new PatternFault("Patterns here have no lookahead, lookbehind or flags.");
      this.at += name[0].length;
    }
    const inner = this.either();
    if (!this.take(")")) throw new PatternFault("A “(” of the pattern is not closed.");
    return inner;
  }

  private escaped(): Node {
    const char = this.chars[this.at++];
    if (char === "b") return { edge: "word" };
    if (char === "B") return { edge: "notWord" };
    const kinds = char && ESCAPED_KINDS[char];
    return kinds ? { units: units([], kinds) } : literal(plain(char));
  }

  private brackets(): Units {
    const not = this.take("^");
    const ranges: [number, number][] = [];
    let kinds = 0;
    while (!this.take("]")) {
      const first = this.member();
      if (typeof first === "number") {
        kinds |= first;
        continue;
      }
      const isRange = this.next() === "-" && (this.chars[this.at + 1] ?? "]") !== "]";
      if (isRange) this.at += 1;
      const last = isRange ? this.member() : first;
      if (typeof last === "number" || last < first) throw new PatternFault("A range in “[…]” ends before it begins.");
      ranges.push(...foldedRange(first.charCodeAt(0), last.charCodeAt(0)));
    }
    if (!kinds && !ranges.length) throw new PatternFault("A “[…]” of the pattern is empty.");
    return units(merged(ranges), kinds, not);
  }

  /** One character in brackets, or the kinds that an escaped one stands for. */
  private member(): string | number {
    const char = this.chars[this.at++];
    if (char === undefined) throw new PatternFault("A “[” of the pattern is not closed.");
    if (char.length > 1) throw new PatternFault(`“${char}” cannot be in “[…]”.`);
    if (char !== "\\") return char;
    const escaped = this.chars[this.at++];
    return (escaped && ESCAPED_KINDS[escaped]) || plain(escaped);
  }

  private next(): string | undefined {
    return this.chars[this.at];
  }

  private take(char: string): boolean {
    const isNext = this.next() === char;
    if (isNext) this.at += 1;
    return isNext;
  }
}

/** What a character after a backslash stands for. */
function plain(char: string | undefined): string {
  if (char === undefined) throw new PatternFault("The pattern ends with a “\\”.");
  // In folded texts all of these are a space.
  if (char === "n" || char === "t" || char === "r") return " ";
  if (/[\p{L}\p{N}]/u.test(char)) throw new PatternFault(`Patterns here have no “\\${char}”.`);
  return char;
}

function literal(char: string): Node {
  const all = [...Array(foldPart(char).length).keys()].map((at) => foldPart(char).charCodeAt(at));
  const parts = all.map((unit): Node => ({ units: units([[unit, unit]]) }));
  return parts.length === 1 ? parts[0]! : { sequence: parts };
}

function foldedRange(low: number, high: number): [number, number][] {
  const ranges: [number, number][] = [[low, high]];
  for (let unit = low; unit <= Math.min(high, LAST_FOLDED); unit += 1) {
    const folded = foldPart(String.fromCharCode(unit));
    if (folded.length === 1) ranges.push([folded.charCodeAt(0), folded.charCodeAt(0)]);
  }
  if (low === high && low > LAST_FOLDED) {
    const folded = foldPart(String.fromCharCode(low));
    if (folded.length === 1) ranges.push([folded.charCodeAt(0), folded.charCodeAt(0)]);
  }
  return ranges;
}

function merged(ranges: [number, number][]): [number, number][] {
  const all: [number, number][] = [];
  for (const [low, high] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else all.push([low, high]);
  }
  return all;
}
