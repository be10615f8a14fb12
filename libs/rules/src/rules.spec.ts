import {
  type Area,
  type Condition,
  compileRules,
  difference,
  faultOf,
  inOrder,
  type Rule,
  specificity,
} from "./index.ts";

interface Row {
  payee: string | null;
  account: string;
  amount: number;
  day: string;
  tags: string[];
  category: string | null;
}
type Action = { set: "category" | "payee"; to: string } | { tag: string };

const area: Area<Row, Action> = {
  fields: {
    payee: { type: "text", of: (row) => row.payee },
    account: { type: "id", of: (row) => row.account },
    amount: { type: "number", of: (row) => row.amount },
    day: { type: "day", of: (row) => row.day },
    tags: { type: "tags", of: (row) => row.tags },
    category: { type: "id", of: (row) => row.category },
  },
  effect: (row, action) => ("tag" in action ? { tags: [...row.tags, action.tag] } : { [action.set]: action.to }),
};
const row: Row = {
  payee: "Café  Zürich",
  account: "a",
  amount: 1000,
  day: "2026-11-20",
  tags: ["Trip"],
  category: null,
};
const met = (condition: Condition, of: Row = row) => compileRules([rule("r", condition)], area)(of).met.length === 1;
let age = 0;
const rule = (id: string, condition: Condition, actions: Action[] = [], more: Partial<Rule<Action>> = {}) => ({
  ...{ id, version: 1, stage: null, condition, actions, age: age++ },
  ...more,
});

test.each<[boolean, Condition]>([
  [true, { field: "payee", is: "is", value: "CAFE ZURICH" }],
  [false, { field: "payee", is: "isNot", value: "cafe zurich" }],
  [true, { field: "payee", is: "contains", value: "zür" }],
  [true, { field: "payee", is: "doesNotContain", value: "bern" }],
  [true, { field: "payee", is: "oneOf", value: ["Bar", "café zürich"] }],
  [false, { field: "payee", is: "notOneOf", value: ["café zürich"] }],
  [false, { field: "account", is: "is", value: "A" }],
  [true, { field: "account", is: "oneOf", value: ["a", "b"] }],
  [true, { field: "amount", is: "approximately", value: 1075 }],
  [false, { field: "amount", is: "approximately", value: 1100 }],
  [true, { field: "amount", is: "between", value: [1000, 900] }],
  [false, { field: "amount", is: "greater", value: 1000 }],
  [true, { field: "amount", is: "less", value: 1001 }],
  [true, { field: "day", is: "approximately", value: "2026-11-22" }],
  [false, { field: "day", is: "approximately", value: "2026-11-23" }],
  [true, { field: "day", is: "greater", value: "2026-11-19" }],
  [true, { field: "tags", is: "contains", value: "trip" }],
  [false, { field: "tags", is: "contains", value: "tri" }],
])("%s: %j", (expected, condition) => expect(met(condition)).toBe(expected));

test("conditions nest, and an empty list of any meets nothing", () => {
  const bakery: Condition = { field: "payee", is: "is", value: "bakery" };
  const small: Condition = { field: "amount", is: "less", value: 5000 };
  expect(met({ all: [{ any: [bakery, small] }, small] })).toBe(true);
  expect(met({ all: [bakery, small] })).toBe(false);
  expect(met({ all: [small, { any: [] }] })).toBe(false);
  const noValue = { ...row, payee: null };
  expect(met({ field: "payee", is: "isNot", value: "bakery" }, noValue)).toBe(true);
  expect(met({ field: "payee", is: "contains", value: "b" }, noValue)).toBe(false);
});

test("a condition that cannot be compared, is too deep, too long or empty is refused with a sentence", () => {
  const one: Condition = { field: "amount", is: "less", value: 5 };
  const deep = (levels: number): Condition => (levels ? { all: [deep(levels - 1)] } : one);
  expect(faultOf(deep(4), area.fields)).toBeNull();
  expect(faultOf(deep(5), area.fields)).toBe("A condition has at most 4 levels.");
  expect(faultOf({ all: Array(51).fill(one) }, area.fields)).toBe("A condition has at most 50 comparisons.");
  expect(faultOf({ all: [] }, area.fields)).toBe("A rule needs a condition.");
  const wrong: Condition[] = [
    { field: "amount", is: "contains", value: "5" },
    { field: "amount", is: "between", value: [1] },
    { field: "day", is: "is", value: "yesterday" },
    { field: "payee", is: "contains", value: "  " },
    { field: "payee", is: "oneOf", value: [] },
    { field: "toString", is: "is", value: "x" },
  ];
  for (const condition of wrong)
    expect(faultOf(condition, area.fields)).toMatch(/^“.*” cannot be compared like that\.$/);
  expect(() => compileRules([rule("r", wrong[0]!)], area)).toThrow("cannot be compared");
});

test("specificity is counted as Actual counts it", () => {
  const is: Condition = { field: "payee", is: "is", value: "x" };
  const contains: Condition = { field: "payee", is: "contains", value: "x" };
  const between: Condition = { field: "amount", is: "between", value: [1, 2] };
  expect(specificity(is)).toBe(20);
  expect(specificity(contains)).toBe(0);
  expect(specificity({ all: [is, { field: "amount", is: "approximately", value: 5 }] })).toBe(30);
  expect(specificity({ all: [is, between] })).toBe(15);
  expect(specificity({ all: [is, { field: "amount", is: "greater", value: 5 }] })).toBe(11);
  expect(specificity({ field: "account", is: "oneOf", value: ["a"] })).toBe(18);
});

test("rules run by stage, specificity and age; a later one sees what an earlier one set and has the last word", () => {
  const any: Condition = { field: "amount", is: "greater", value: 0 };
  const rules = [
    rule("post", any, [{ tag: "done" }], { stage: "post" }),
    rule("exact", { field: "payee", is: "is", value: "Coop" }, [{ set: "category", to: "food" }]),
    rule("old", any, [{ set: "category", to: "misc" }]),
    rule("new", any, [{ set: "category", to: "other" }]),
    rule("rename", { field: "payee", is: "contains", value: "cafe" }, [{ set: "payee", to: "Coop" }], { stage: "pre" }),
  ];
  expect(inOrder(rules.toReversed()).map(({ id }) => id)).toEqual(["rename", "old", "new", "exact", "post"]);
  expect(compileRules(rules, area)(row)).toEqual({
    patch: { payee: "Coop", category: "food", tags: ["Trip", "done"] },
    by: {
      payee: { rule: "rename", version: 1 },
      category: { rule: "exact", version: 1 },
      tags: { rule: "post", version: 1 },
    },
    met: ["rename", "old", "new", "exact", "post"],
  });
});

test("a value that ends as it began is no change, even if a rule set it in between", () => {
  const any: Condition = { field: "amount", is: "greater", value: 0 };
  const both = [rule("1", any, [{ set: "category", to: "x" }]), rule("2", any, [{ set: "category", to: "food" }])];
  expect(compileRules(both, area)({ ...row, category: "food" })).toEqual({ patch: {}, by: {}, met: ["1", "2"] });
});

test("a back-test says what another list of rules would change, and which values of a person it contradicts", () => {
  const any: Condition = { field: "amount", is: "greater", value: 0 };
  const now = [rule("1", any, [{ set: "category", to: "misc" }])];
  const draft = [
    ...now,
    rule("2", { field: "payee", is: "is", value: "café zürich" }, [{ set: "category", to: "food" }]),
  ];
  const of = (rules: typeof now, one: Row) => compileRules(rules, area)(one);
  const test = (one: Row) => difference(of(now, one), of(draft, one), (field) => field === "category");
  expect(test(row)).toEqual({ changes: ["category"], contradicts: ["category"] });
  expect(test({ ...row, category: "food" })).toEqual({ changes: [], contradicts: [] });
  expect(test({ ...row, payee: "Bar" })).toEqual({ changes: [], contradicts: [] });
});

test("a run reads each field once a comparison, however many rows there are", () => {
  let reads = 0;
  const payee = (one: Row) => {
    reads += 1;
    return one.payee;
  };
  const counted = { ...area, fields: { ...area.fields, payee: { type: "text" as const, of: payee } } };
  const rules = Array.from({ length: 200 }, (_, index) =>
    rule(String(index), { field: "payee", is: "contains", value: `shop ${index}` }),
  );
  const run = compileRules(rules, counted);
  run(row);
  run(row);
  expect(reads).toBe(400);
});
