import { PAIRS, whole } from "./labelled-pairs.ts";
import { isNearlySame, overlapOf, saidIn } from "./same-text.ts";

const TEXT =
  "The meeting is on Thursday at ten in the large room. Bring the figures of the last quarter, and the plan for the next.";
const same = (a: string, b: string) => isNearlySame(saidIn(a), saidIn(b));

it("takes a text for nearly the same when little of it was changed, whatever its case, accents and marks", () => {
  expect(overlapOf(saidIn(TEXT), saidIn(TEXT.toUpperCase()))).toBe(1);
  expect(same(TEXT, `# ${TEXT.replace("ten", "eleven")}`)).toBe(true);
  expect(same(TEXT, `${TEXT} Ada will be late.`)).toBe(true);
  expect(same("Café Größe", "cafe grosse")).toBe(true);
});

it("takes no text for the same that is of the same words, of the same subject or much longer", () => {
  expect(same(TEXT, TEXT.split(" ").reverse().join(" "))).toBe(false);
  expect(same(TEXT, "On Thursday at ten we meet in the large room to look at the figures and plan.")).toBe(false);
  expect(
    same(TEXT, `${TEXT} ${"Then something else was said by somebody. ".repeat(3)}${TEXT.split("").reverse().join("")}`),
  ).toBe(false);
});

it("takes short texts for the same by their words, and the shortest when they are equal alone", () => {
  expect(same("Call the dentist about Monday", "call the dentist, about Monday!")).toBe(true);
  expect(same("Call the dentist about Monday", "Call the plumber about Friday")).toBe(false);
  expect(same("Milk", "milk")).toBe(true);
  expect(same("Buy milk", "Buy bread")).toBe(false);
  expect(same("", "")).toBe(false);
});

it("compares the longest texts by a bounded beginning", () => {
  const long = "a word of many that are said in a text ".repeat(15_000);
  expect(same(long, long)).toBe(true);
});

it("tells what is nearly the same from what is not in every labelled pair, and in no two texts of different pairs", () => {
  const wrong = PAIRS.filter(({ label, a, b }) => same(whole(a), whole(b)) !== (label === "same"));
  expect(wrong.map(({ kind, a, b }) => [kind, a.title, b.title])).toEqual([]);
  const said = PAIRS.map(({ a, b }) => [saidIn(whole(a)), saidIn(whole(b))]);
  for (const [at, own] of said.entries())
    for (const one of own) for (const other of said.slice(at + 1).flat()) expect(isNearlySame(one, other)).toBe(false);
  expect(PAIRS.filter(({ label }) => label === "same").length).toBeGreaterThan(12);
});

it("takes one of a series for another one, by the numbers of its first line alone", () => {
  const text = (title: string, more = "") => `${title}\n${TEXT}${more}`;
  expect(same(text("Invoice 2026-01"), text("Invoice 2026-02"))).toBe(false);
  expect(same(text("Invoice 2026-01"), text("Invoice 2026-01", " Paid on the 3rd."))).toBe(true);
  expect(same(text("Rivers", " 12 comments"), text("Rivers", " 15 comments"))).toBe(true);
  expect(same(text("Rivers"), text("Rivers, 3 hours ago"))).toBe(true);
});
