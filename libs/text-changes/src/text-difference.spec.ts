import { difference, merged } from "./text-difference.ts";

const marked = (mine: string, theirs: string) => {
  const parts = difference(mine, theirs);
  const show = (side: typeof parts.mine) => side.map(({ text, changed }) => (changed ? `[${text}]` : text)).join("");
  return [show(parts.mine), show(parts.theirs)];
};

it("marks the words that the other text does not have", () => {
  expect(marked("buy red apples today", "buy green apples")).toEqual([
    "buy[ red] apples[ today]",
    "buy[ green] apples",
  ]);
  expect(marked("same\ntext", "same\ntext")).toEqual(["same\ntext", "same\ntext"]);
  expect(marked("", "new")).toEqual(["", "[new]"]);
});

it("keeps every character, whatever the size", () => {
  const long = Array.from({ length: 9000 }, (_, n) => `word${n}${n % 10 ? " " : "\n"}`).join("");
  const parts = difference(long, `${long}end`);
  expect(parts.mine.map(({ text }) => text).join("")).toBe(long);
  expect(parts.theirs.at(-1)).toMatchObject({ changed: true });
});

it("merges the changes of both, and keeps both where they meet", () => {
  const base = "one two three four\nfive";
  expect(merged(base, "ONE two three four\nfive", "one two three four\nfive six")).toBe("ONE two three four\nfive six");
  expect(merged(base, "one 2 three four\nfive", "one zwei three four\nfive")).toBe("one 2 zwei three four\nfive");
  expect(merged("a", "b", "c")).toBe("b c");
  expect(merged(base, "same", "same")).toBe("same");
});
