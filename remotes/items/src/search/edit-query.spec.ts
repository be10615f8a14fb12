import { asksFor, toggleQualifier } from "./edit-query.ts";

it.each([
  ["harbour", "tag", "home", "harbour tag:home"],
  ["harbour tag:home", "tag", "HOME", "harbour"],
  ["tag:home harbour", "tag", "two words", 'tag:home harbour tag:"two words"'],
  ["type:note harbour", "type", "task", "harbour type:task"],
  ["harbour or port", "type", "note", "(harbour or port) type:note"],
  ["(harbour or port) type:note", "type", "note", "(harbour or port)"],
  ["age:<1d", "age", "<7d", "age:<7d"],
  ["-tag:home", "tag", "home", "-tag:home tag:home"],
] as const)("narrows %j by %s:%s", (query, name, value, expected) => {
  expect(toggleQualifier(query, name, value)).toBe(expected);
});

it("knows what every card of the answer has", () => {
  expect(asksFor("a tag:Home", "tag", "home")).toBe(true);
  expect(asksFor("a -tag:home", "tag", "home")).toBe(false);
  expect(asksFor("a or tag:home", "tag", "home")).toBe(false);
});
