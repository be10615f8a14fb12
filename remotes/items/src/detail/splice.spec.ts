import { spliced, spliceOf } from "./splice.ts";

const long = "A line of a long text.\n".repeat(1_000);

it.each([
  ["", ""],
  ["", "all"],
  ["all", ""],
  ["aaa", "aaaa"],
  ["one two", "one and two"],
  [long, `${long.slice(0, 9_000)}typed${long.slice(9_000)}`],
  [long, `${long.slice(0, 9_000)}${long.slice(9_500)}`],
  [long, `typed${long}`],
  [long, `${long}typed`],
  [`${long}😀`, `${long}😁`],
  [long, long],
])("makes one text of another (%#)", (before, after) => {
  expect(spliced(before, spliceOf(before, after))).toBe(after);
});

it("holds no more than what was typed", () => {
  expect(spliceOf(long, `${long.slice(0, 9_000)}new words${long.slice(9_000)}`)).toEqual({
    from: 9_000,
    rest: long.length - 9_000,
    insert: "new words",
  });
});
