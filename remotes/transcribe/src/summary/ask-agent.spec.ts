import { partsOf } from "./ask-agent.ts";

test("a long transcript is asked for in parts, each line with its time and who speaks", () => {
  const segments = Array.from({ length: 20 }, (_, at) => ({
    ...{ startMs: at * 60_000, text: "word ".repeat(300).trim(), speaker: at ? null : "Ada" },
  }));
  const parts = partsOf(segments);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts[0]).toMatch(/^\[0:00\] Ada: word/);
  expect(parts.join("").split("\n").filter(Boolean)).toHaveLength(20);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(15_000);
});
