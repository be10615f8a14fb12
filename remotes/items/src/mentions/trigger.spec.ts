import { triggerAt } from "./trigger.ts";

const at = (text: string) => triggerAt(text, text.length);

it.each([
  ["@", "@", ""],
  ["Tea with @Ada", "@", "Ada"],
  ["Tea with @Ada Lov", "@", "Ada Lov"],
  ["(@Ada", "@", "Ada"],
  ["**@Ada", "@", "Ada"],
  ["See [[", "[[", ""],
  ["See [[The pl", "[[", "The pl"],
  ["x\n[[@Ada", "[[", "@Ada"],
] as const)("%j asks for a card", (text, sign, words) => {
  expect(at(text)).toEqual({ sign, words, from: text.length - words.length - sign.length, to: text.length });
});

it.each(["", "ada@example", "x@", "@ noon", "@Ada\n", "[x", "[[The plan]]", "[[a\n", `@${"a".repeat(61)}`, "@a@b"])(
  "%j asks for none",
  (text) => expect(at(text)).toBeNull(),
);

it("is what stands before the keyboard, not behind it", () => {
  expect(triggerAt("@Ada is late", 4)).toEqual({ sign: "@", words: "Ada", from: 0, to: 4 });
  expect(triggerAt("late @Ada", 3)).toBeNull();
});
