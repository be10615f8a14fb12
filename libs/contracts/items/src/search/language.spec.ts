import { MAX_SEARCH_TERMS, parseSearch, qualifier, readAge, type SearchNode, termsOf, wordAt } from "./language.ts";

/** A search in short: `(and a (not tag=home))`. */
function said(node: SearchNode | null): string {
  if (!node) return "";
  if (node.kind === "text") return node.phrase ? `“${node.text}”` : `${node.text}${node.unfinished ? "*" : ""}`;
  if (node.kind === "qualifier") return `${node.name}=${node.value}`;
  return node.kind === "not" ? `(not ${said(node.part)})` : `(${[node.kind, ...node.parts.map(said)].join(" ")})`;
}
const read = (query: string) => {
  const { node, mistake } = parseSearch(query);
  return mistake ? `${mistake.start}-${mistake.end}${mistake.unfinished ? "…" : ""} ${mistake.message}` : said(node);
};

it.each([
  ["", ""],
  ["harbour", "harbour*"],
  ["harbour ", "harbour"],
  ["old harbour", "(and old harbour*)"],
  ["old and harbour ", "(and old harbour)"],
  ["a b or c d ", "(or (and a b) (and c d))"],
  ["a (b or c) ", "(and a (or b c))"],
  ["(a or (b c)) OR d ", "(or (or a (and b c)) d)"],
  ['-a -"b c" -(d e) NOT f ', "(and (not a) (not “b c”) (not (and d e)) (not f))"],
  ["-a", "(not a)"],
  ["to be not to be ", "(and to be not to be)"],
  ['tag:home -type:note title:"two words"', "(and tag=home (not type=note) title=two words)"],
  ["TAG:Home", "tag=Home"],
  ["source:import:mail", "source=import:mail"],
  ["https://example.org/a(b) 12:30 f(x) :) ", "(and https://example.org/a(b) 12:30 f(x) :))"],
  ["(f(x) or b) ", "(or f(x) b)"],
  ["android orchid ", "(and android orchid)"],
  ["- & ", "(and - &)"],
])("reads %j", (query, expected) => {
  expect(read(query)).toBe(expected);
});

it.each([
  ["(a or b", "0-1… This parenthesis is not closed"],
  ["a )", "2-3 This parenthesis closes nothing"],
  ["a ()", "2-4 There is nothing between these parentheses"],
  ['a "b c', "2-3… This quotation mark is not closed"],
  ["a or", "2-4… “or” needs words on both sides"],
  ["or a", "0-2 “or” needs words on both sides"],
  ["a and or b", "2-5 “and” needs words on both sides"],
  ["a NOT", "2-5… “NOT” needs something to leave out"],
  ["typ:note", "0-4 There is no “typ:”. Did you mean “type:”?"],
  ["ttile:a", "0-6 There is no “ttile:”. Did you mean “title:”?"],
  ["tag: home", "0-4 Write what is looked for after “tag:”, as in “tag:travel”"],
  ["a tag:", "2-6… Write what is looked for after “tag:”, as in “tag:travel”"],
  ["age:soon a", "0-8 “age:” takes a number with h, d, w, m or y: “age:<7d” is younger, “age:>1y” older"],
  [
    "before:2026-02-30 a",
    "0-17 “before:” takes a day, a month or a year, as in “before:2026-03-31”, or today or yesterday",
  ],
])("says where %j is wrong", (query, expected) => {
  expect(read(query)).toBe(expected);
});

it("names every state that is: takes", () => {
  expect(read("is:lost a")).toMatch(/^0-7 “is:” takes inbox, .* or due$/);
});

it("takes so many terms", () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(" ");
  expect(parseSearch(words(MAX_SEARCH_TERMS)).mistake).toBeUndefined();
  expect(parseSearch(words(MAX_SEARCH_TERMS + 1)).mistake?.message).toContain(`${MAX_SEARCH_TERMS} words`);
});

it("reads ages, a thousand years at most", () => {
  expect(readAge("<7d")).toEqual({ older: false, hours: 168 });
  expect(readAge(">2w")).toEqual({ older: true, hours: 336 });
  expect(readAge("9999y")).toEqual(readAge("1000y"));
  expect(readAge("7")).toBeNull();
});

it("knows the word at a place, with the blanks of a quoted value", () => {
  expect(wordAt("a tag:ho b", 8)).toEqual({ start: 2, end: 8, text: "tag:ho" });
  expect(wordAt("(-is:un", 7)).toEqual({ start: 2, end: 7, text: "is:un" });
  expect(wordAt('tag:"two wo', 11)).toEqual({ start: 0, end: 11, text: 'tag:"two wo' });
});

/** Numbers that are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

it("never throws, and places each mistake within what was written", () => {
  const next = numbers(20_261_123);
  const pieces = [
    "(",
    ")",
    '"',
    "-",
    " ",
    "or",
    "and",
    "NOT",
    "tag:",
    "is:",
    "is:unread",
    "age:<1d",
    "a",
    "ü",
    "日本",
    ":",
  ];
  const misplaced: string[] = [];
  for (let round = 0; round < 20_000; round++) {
    const query = Array.from({ length: next(12) }, () => pieces[next(pieces.length)]).join("");
    const { mistake } = parseSearch(query);
    if (mistake && !(mistake.start >= 0 && mistake.end > mistake.start && mistake.end <= query.length))
      misplaced.push(query);
  }
  expect(misplaced).toEqual([]);
});

it("reads what was written of a tree as that tree", () => {
  const next = numbers(7);
  const tree = (depth: number): string => {
    const kind = next(depth > 2 ? 3 : 6);
    if (kind < 2) return `w${next(50)}`;
    if (kind === 2) return qualifier("tag", ["home", "two words", "a)b"][next(3)]!);
    if (kind === 3) return `-(${tree(depth + 1)} ${tree(depth + 1)})`;
    return `(${tree(depth + 1)} ${kind === 4 ? "or" : "and"} ${tree(depth + 1)})`;
  };
  for (let round = 0; round < 500; round++) {
    const query = `${tree(0)} `;
    const { node } = parseSearch(query);
    const terms = query.match(/w\d+|tag:(?:"[^"]*"|\w+)/g) ?? [];
    if (terms.length > MAX_SEARCH_TERMS) continue;
    expect(termsOf(node!).map((term) => query.slice(term.start, term.end))).toEqual(terms);
  }
});
