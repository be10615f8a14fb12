import { isBounded, misfitOf } from "./argument-schema.ts";

const schema = {
  type: "object",
  properties: {
    title: { type: "string", minLength: 1, maxLength: 5 },
    state: { enum: ["open", "closed"] },
    labels: { type: "array", items: { type: "string" }, maxItems: 2 },
    size: { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }] },
    by: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
  },
  required: ["title"],
  additionalProperties: false,
};

test.each([
  [{ title: "Milk" }, null],
  [{ title: "Milk", state: "open", labels: ["a"], size: null, by: { id: 1, more: true } }, null],
  [{}, "title is missing"],
  [{ title: 1 }, "title must be string"],
  [{ title: "" }, "title must have at least so many characters: 1"],
  [{ title: "Bread!" }, "title must have at most so many characters: 5"],
  [{ title: "Milk", state: "lost" }, 'state must be one of ["open","closed"]'],
  [{ title: "Milk", labels: ["a", 2] }, "labels[1] must be string"],
  [{ title: "Milk", labels: ["a", "b", "c"] }, "labels must have at most so many entries: 2"],
  [{ title: "Milk", size: 0 }, "size has none of the forms that it may have"],
  [{ title: "Milk", by: {} }, "by.id is missing"],
  [{ title: "Milk", other: 1 }, "other is not known"],
  [[], "they must be object"],
  [JSON.parse('{"title":"Milk","__proto__":1}'), "__proto__ is not known"],
])("%j fits or is said not to", (value, misfit) => {
  expect(misfitOf(schema, value)).toBe(misfit);
});

test("a pattern is not run, and a reference is not followed", () => {
  const hostile = { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" }, b: { $ref: "#" } } };
  expect(misfitOf(hostile, { a: `${"a".repeat(50_000)}!`, b: { b: { b: 1 } } })).toBeNull();
});

test("a schema that is deep or has many parts is none that is walked", () => {
  let deep: object = {};
  for (let level = 0; level < 5_000; level++) deep = { properties: { a: deep } };
  expect(isBounded(deep)).toBe(false);
  expect(isBounded({ enum: Array.from({ length: 3_000 }, (_, n) => n) })).toBe(false);
  expect(isBounded(schema)).toBe(true);
});
