import { foundBefore, walked, withLine } from "./line-history.ts";

const lines = ["items ls", "search milk", "usage"];

it("walks back to the first line and forth to what is typed", () => {
  let walk = { at: lines.length, typed: "que" };
  const seen: (string | null)[] = [];
  for (const by of [-1, -1, -1, -1, 1, 1, 1, 1] as const) {
    const next = walked(lines, walk, by);
    seen.push(next?.line ?? null);
    if (next) walk = next.walk;
  }
  expect(seen).toEqual(["usage", "search milk", "items ls", null, "search milk", "usage", "que", null]);
});

it("keeps a bounded number of lines, none twice in a row, none that begins with a blank", () => {
  expect(withLine(lines, "usage")).toEqual(lines);
  expect(withLine(lines, " secret")).toEqual(lines);
  expect(withLine(lines, "   ")).toEqual(lines);
  expect(withLine(lines, "x".repeat(2_000))).toEqual(lines);
  const many = Array.from({ length: 300 }, (_, at) => `line ${at}`).reduce<string[]>(withLine, []);
  expect(many).toHaveLength(200);
  expect(many.at(-1)).toBe("line 299");
});

it("finds the newest line with a text, then the one before it", () => {
  expect(foundBefore(lines, "S", lines.length)).toBe(2);
  expect(foundBefore(lines, "s", 2)).toBe(1);
  expect(foundBefore(lines, "queue", lines.length)).toBe(-1);
});
