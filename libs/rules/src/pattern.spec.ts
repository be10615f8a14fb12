import { compileRules, faultBeside, faultOf, MAX_PATTERNS, MAX_PATTERNS_TOGETHER, patternFault } from "./index.ts";
import { patternTest } from "./pattern.ts";

const matches = (pattern: string, text: string) => {
  const test = patternTest(pattern);
  if (!test) throw new Error(patternFault(pattern) ?? "");
  return test(text);
};

test.each<[boolean, string, string]>([
  [true, "invoice\\s*(no|nr)\\.?\\s*\\d{4,6}", "Your  INVOICE Nr. 20261"],
  [false, "invoice\\s*(no|nr)\\.?\\s*\\d{4,6}", "invoice nr. 202"],
  [true, "^re(:|\\[\\d+\\])", "Re[2]: the quay"],
  [false, "^re:", "about re: the quay"],
  [true, "fox$", "The fox"],
  [false, "fox$", "the fox runs"],
  [true, "\\bart\\b", "modern ART, old"],
  [false, "\\bart\\b", "the party"],
  [true, "\\Bart", "the party"],
  [true, "CAFÉ", "cafe"],
  [true, "cafe", "CAFÉ"],
  [true, "[À-Ö]", "ärger"],
  [true, "[^a-z0-9 ]", "a.b"],
  [false, "[^a-z0-9 ]", "a b"],
  [true, "[\\w.+-]+@example\\.(com|test)", "write to fox.b@example.test"],
  [true, "^[^:]{1,20}: .*kg$", "Weight: 12 kg"],
  [true, "(?:a|b){2}(?<n>c)?$", "ab"],
  [true, "ﬁre", "fire"],
  [true, "ﬁ+re", "fire"],
  [true, "a.c", "aßc"],
  [true, "日本", "これは日本です"],
  [true, "x{0}y", "y"],
  [true, "()*(a*)*$", ""],
  [true, "colou?r", "Color"],
  [true, "a{2,}", "baa"],
  [false, "a{2,}", "ba a"],
  [true, "a{,2}", "a{,2}"],
  [true, "]}-", "]}-"],
])("%s: %s in %s", (expected, pattern, text) => expect(matches(pattern, text)).toBe(expected));

test.each([
  ["(a", "A “(” of the pattern is not closed."],
  ["a)", "A “)” of the pattern closes nothing."],
  ["[a", "A “[” of the pattern is not closed."],
  ["[]", "A “[…]” of the pattern is empty."],
  ["[z-a]", "A range in “[…]” ends before it begins."],
  ["[a-\\d]", "A range in “[…]” ends before it begins."],
  ["*a", "A “*” repeats nothing."],
  ["a**", "The pattern repeats something twice."],
  ["^*", "In the pattern, an edge cannot repeat."],
  ["a{3,2}", "A repetition of the pattern ends before it begins."],
  ["a{101}", "The pattern repeats something more than 100 times."],
  ["(?=a)", "Patterns here have no lookahead, lookbehind or flags."],
  ["(?<!a)b", "Patterns here have no lookahead, lookbehind or flags."],
  ["(a)\\1", "Patterns here have no “\\1”."],
  ["\\p{L}", "Patterns here have no “\\p”."],
  ["a\\", "The pattern ends with a “\\”."],
  ["[😀]", "“😀” cannot be in “[…]”."],
  ["a".repeat(201), "A pattern has at most 200 characters."],
])("refuses %s in a sentence", (pattern, fault) => expect(patternFault(pattern)).toBe(fault));

test("a pattern that would take many states is refused, before it looks at any text", () => {
  const heavy = [
    "a.{30}b",
    "(a{50}){50}",
    `${"(".repeat(40)}${"){50}".repeat(30)}${")".repeat(10)}`,
    "(a|b|ab)*c.{12}(d|e)",
  ];
  for (const pattern of heavy) expect(patternFault(pattern)).toMatch(/^The pattern is too complicated\./);
});

test("no pattern goes back over a text: what takes other engines for years is answered", () => {
  const text = `${"a".repeat(5000)}!`;
  for (const pattern of ["^(a+)+$", "^(a|aa)+$", "^(a|a)*b", "a*a*a*a*a*a*b", "^(.*a){8}b$"])
    expect(matches(pattern, text)).toBe(false);
});

test("answers what JavaScript's own expressions answer", () => {
  let seed = 7;
  const pick = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const node = (depth: number): string => {
    const kind = depth === 0 ? pick(5) : pick(11);
    if (kind < 2) return "ab"[kind]!;
    if (kind < 5) return ["[^a]", ".", " "][kind - 2]!;
    if (kind === 5) return `(${node(depth - 1)}|${node(depth - 1)})`;
    if (kind === 6) return `(${node(depth - 1)})${["*", "+", "?", "{2}", "{1,3}", "{0,2}?"][pick(6)]}`;
    if (kind === 7) return `${["^", "$", "\\b", "\\B"][pick(4)]}${node(depth - 1)}`;
    if (kind === 8) return `${node(depth - 1)}${["$", "\\b", "\\B"][pick(3)]}`;
    return `${node(depth - 1)}${node(depth - 1)}`;
  };
  let [compared, met] = [0, 0];
  for (let at = 0; at < 1500; at += 1) {
    const pattern = node(4);
    const test = patternTest(pattern);
    if (!test) continue;
    for (let one = 0; one < 4; one += 1) {
      const text = Array.from({ length: 1 + pick(7) }, () => "ab -"[pick(4)])
        .join("")
        .replaceAll(/ +/g, " ")
        .trim();
      const expected = new RegExp(pattern, "s").test(text);
      expect({ pattern, text, is: test(text) }).toEqual({ pattern, text, is: expected });
      compared += 1;
      if (expected) met += 1;
    }
  }
  expect(compared).toBeGreaterThan(4000);
  expect(met).toBeGreaterThan(1000);
});

test("conditions take patterns for texts, and say what is wrong with one", () => {
  const fields = {
    title: { type: "text" as const, of: (row: { title: string | null }) => row.title },
    kind: { type: "id" as const, of: () => "x" },
  };
  const written = (pattern: string) => ({ field: "title", is: "contains" as const, value: `~/${pattern}/` });
  const one = written("fox(es)?$");
  const rule = { id: "r", version: 1, stage: null, actions: [], age: 0 };
  const met = (is: "contains" | "doesNotContain", title: string | null) =>
    compileRules([{ ...rule, condition: { ...one, is } }], { fields, effect: () => ({}) })({ title }).met.length === 1;
  expect(["Two Foxes", "fox news", null].map((title) => met("contains", title))).toEqual([true, false, false]);
  expect(["Two Foxes", null].map((title) => met("doesNotContain", title))).toEqual([false, true]);
  expect(faultOf(written("(fox"), fields)).toBe("A “(” of the pattern is not closed.");
  // Between slashes alone it is a text, such as a part of an address; nor is it a pattern elsewhere.
  expect(faultOf({ ...one, value: "/(news/" }, fields)).toBeNull();
  expect(faultOf({ ...one, is: "is", value: "~/(fox/" }, fields)).toBeNull();
  expect(faultOf({ ...one, field: "kind" }, fields)).toBe("“kind” cannot be compared like that.");
  expect(faultOf({ any: Array(MAX_PATTERNS + 1).fill(one) }, fields)).toBe("A condition has at most 5 patterns.");
});

test("all rules together have so many patterns that they are made in a moment, and are made once", () => {
  const fields = { title: { type: "text" as const, of: ({ title }: { title: string }) => title } };
  const written = (value: string) => ({ field: "title", is: "contains" as const, value: `~/${value}/` });
  const five = (rule: number) => ({
    any: [0, 1, 2, 3, 4].map((at) => written(`.{100}.{100}.{90}${rule * 5 + at + 1000}`)),
  });
  const most = MAX_PATTERNS_TOGETHER / 5;
  const conditions = Array.from({ length: most }, (_, rule) => five(rule));
  expect(faultBeside(five(most), conditions.slice(1))).toBeNull();
  expect(faultBeside(written("fox"), conditions)).toBe(
    "All rules together have at most 100 patterns, and this would be number 101.",
  );
  expect(faultBeside({ field: "title", is: "is", value: "fox" }, conditions)).toBeNull();
  // What an undo brings back past that does not run, the newest first.
  const rules = [...conditions, written("shop"), { ...written("x"), is: "is" as const, value: "a shop" }].map(
    (condition, age) => ({ id: `${age}`, version: 1, stage: null, actions: [], age, condition }),
  );
  const run = compileRules(rules, { fields, effect: () => ({}) });
  expect(run({ title: "A shop" }).met).toEqual([`${most + 1}`]);
});
