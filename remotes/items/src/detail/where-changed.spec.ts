import { expect, it } from "@jest/globals";
import { whereChanged } from "./where-changed.ts";

it.each([
  ["Firefox on Linux", "in Firefox on Linux"],
  ["an agent", "by an agent"],
  ["an assistant", "by an assistant"],
  [undefined, "elsewhere"],
])("a change made with %j is told as %j", (changedWith, said) => {
  expect(whereChanged({ changedWith }, "elsewhere")).toBe(said);
});
