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
