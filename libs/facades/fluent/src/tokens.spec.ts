import { tokens as listed } from "@fluentui/react-components";
import { expect, it } from "@jest/globals";
import { tokens } from "./tokens.ts";

it("has every token of Fluent with its value", () => {
  const names = Object.keys(listed);
  expect(names.length).toBeGreaterThan(400);
  expect(Object.fromEntries(names.map((name) => [name, tokens[name]]))).toEqual(listed);
});
