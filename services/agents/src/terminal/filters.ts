import { type Call, type Filter, numberOf } from "./command.ts";
import { LineMistake } from "./command-line.ts";
import { type Row, row, span, textOf } from "./row.ts";

/** Lines that are shown when nobody says how many. */
const TEN = 10;
const MAX_KEPT = 100_000;

/** `head 5` and `head -n 5`. */
function countOf(name: string, { words, options }: Pick<Call, "words" | "options">): number {
  if (words.length > 1) throw new LineMistake(`“${name}” takes one number, as in: ${name} 5`);
  return numberOf(name, words[0]?.text ?? options.lines, TEN, MAX_KEPT);
}
const LINES = { lines: { takes: "N", short: "n", title: "how many lines, 10 without it" } };

async function all(rows: AsyncIterable<Row>): Promise<Row[]> {
  const kept: Row[] = [];
  for await (const one of rows) kept.push(one);
  return kept;
}

/** What a line says to a program; a line without such a meaning says its text. */
const meaningOf = (one: Row): unknown => ("value" in one ? one.value : undefined);

const counting: Omit<Filter, "name"> = {
  title: "How many lines there are",
  async *apply(rows) {
    let count = 0;
    for await (const one of rows) if ("value" in one || textOf(one)) count += 1;
    yield row(count, span(String(count), "strong"));
  },
};

export const FILTERS: readonly Filter[] = [
  {
    name: "grep",
    takes: "TEXT",
    title: "Lines that have a text in them",
    options: {
      invert: { short: "v", title: "lines that do not have it" },
      case: { title: "capital and small letters are not the same" },
      ignore: { short: "i", title: "they are the same, as without it" },
    },
    examples: ["items ls | grep milk", "items ls --json | grep '\"task\"' | count"],
    async *apply(rows, { words, options }) {
      const fold = (text: string) => (options.case ? text : text.toLowerCase());
      const wanted = fold(words.map(({ text }) => text).join(" "));
      if (!wanted) throw new LineMistake("Say what to look for, as in: grep milk");
      for await (const one of rows) if (fold(textOf(one)).includes(wanted) !== Boolean(options.invert)) yield one;
    },
  },
  {
    name: "head",
    takes: "[N]",
    title: "The first lines",
    options: LINES,
    examples: ["items ls | head 3"],
    async *apply(rows, call) {
      let left = countOf("head", call);
      for await (const one of rows) {
        yield one;
        left -= 1;
        if (left === 0) return;
      }
    },
  },
  {
    name: "tail",
    takes: "[N]",
    title: "The last lines",
    options: LINES,
    async *apply(rows, call) {
      const count = countOf("tail", call);
      const kept: Row[] = [];
      for await (const one of rows) {
        kept.push(one);
        if (kept.length > count) kept.shift();
      }
      yield* kept;
    },
  },
  {
    name: "sort",
    title: "The lines in the order of the alphabet",
    options: {
      reverse: { short: "r", title: "the last one first" },
      numbers: { short: "n", title: "by the first number of each line" },
    },
    async *apply(rows, { options }) {
      const number = (one: Row) => Number(/-?\d+(\.\d+)?/.exec(textOf(one))?.[0] ?? 0);
      const sorted = (await all(rows)).sort((a, b) =>
        options.numbers ? number(a) - number(b) : textOf(a).localeCompare(textOf(b), "en"),
      );
      yield* options.reverse ? sorted.reverse() : sorted;
    },
  },
  {
    name: "uniq",
    title: "Each line once",
    async *apply(rows) {
      const seen = new Set<string>();
      for await (const one of rows) {
        const text = textOf(one);
        if (!seen.has(text)) yield one;
        seen.add(text);
      }
    },
  },
  { name: "count", aliases: ["wc"], examples: ["search is:unread | count"], ...counting },
  {
    name: "json",
    title: "One JSON object a line, as --json",
    examples: ["queue ls | json"],
    apply: asJson,
  },
];

/** Leaves out what is for people alone. */
export async function* asJson(rows: AsyncIterable<Row>): AsyncIterable<Row> {
  for await (const one of rows) {
    const value = meaningOf(one);
    if (value !== undefined) yield row(value, { ...span(JSON.stringify(value)), code: "json" });
  }
}
