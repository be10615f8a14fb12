import { readable, WITHHELD } from "./readable.ts";

it("withholds what opens something, however deep", () => {
  expect(readable({ url: "https://a.example", accessToken: "t", nested: [{ password: "p", apiKey: null }] })).toEqual({
    url: "https://a.example",
    accessToken: WITHHELD,
    nested: [{ password: WITHHELD, apiKey: null }],
  });
});

it("bounds texts, lists, members and depth, and says how much is left out", () => {
  const many = Array.from({ length: 150 }, (_, at) => at);
  const deep: Record<string, unknown> = {};
  let at = deep;
  for (let depth = 0; depth < 20; depth += 1) at = at.in = {} as Record<string, unknown>;
  const read = readable({
    text: "x".repeat(2_005),
    many,
    wide: Object.fromEntries(many.map((n) => [`m${n}`, n])),
    deep,
  }) as { text: string; many: unknown[]; wide: Record<string, unknown> };
  expect(read.text.slice(-24)).toBe("x… (5 more characters)".padStart(24, "x"));
  expect([read.many.length, read.many.at(-1)]).toEqual([101, "… (50 more)"]);
  expect(read.wide["…"]).toBe("50 more");
  expect(JSON.stringify(read)).toContain('"…"');
});

it("bounds the number of values in all", () => {
  const rows = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => ({ a: [1] })));
  expect(JSON.stringify(readable({ rows })).length).toBeLessThan(40_000);
});
