import { usedEntries } from "./used-entries.ts";

const DAY = 24 * 3600 * 1000;

function storage() {
  const values = new Map<string, string>();
  return {
    get: (name: string) => values.get(name) ?? null,
    set: (name: string, text: string) => values.set(name, text),
  };
}

it("weighs what was chosen often and lately, also after a reload", () => {
  const personal = storage();
  let now = 0;
  const used = usedEntries(personal, () => now);
  expect(used.weightOf("a")).toBe(0);
  used.note("a");
  used.note("a");
  used.note("b");
  expect(used.weightOf("a")).toBeGreaterThan(used.weightOf("b"));
  now = 60 * DAY;
  used.note("b");
  const again = usedEntries(personal, () => now);
  expect(again.weightOf("b")).toBeGreaterThan(again.weightOf("a"));
});

it("remembers a bounded number, the least used go first", () => {
  const personal = storage();
  const used = usedEntries(personal, () => 0);
  for (let n = 0; n < 3; n++) used.note("often");
  for (let n = 0; n < 200; n++) used.note(`once ${n}`);
  const stored = JSON.parse(personal.get("palette.used") ?? "{}") as object;
  expect(Object.keys(stored)).toHaveLength(60);
  expect(stored).toHaveProperty("often");
});

it.each(["no JSON", "[1]", "null", '{"a":{"times":"x"}}'])("takes %j for nothing", (text) => {
  expect(usedEntries({ get: () => text, set: () => undefined }).weightOf("a")).toBe(0);
});
