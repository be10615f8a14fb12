import { describe, expect, it } from "@jest/globals";
import { broken, declarations, readPromise } from "./declarations.ts";

describe("what the shell offers to remotes", () => {
  it("breaks none that was built for the same major version, and is written down", () => {
    const now = declarations();
    expect(broken(readPromise(), now)).toEqual([]); // else: a new major version in package.json
    expect(now).toBe(readPromise()); // else: node libs/shell-api/bin/promise.ts
  });

  const before =
    "export interface A {\n    one(): void;\n    two: string;\n}\nexport interface B {\n    one(): string;\n}\n";

  it.each([
    ["a member that is gone", before.replace("    two: string;\n", ""), ["export interface A { › two: string;"]],
    ["a type that changed", before.replace("two: string", "two: number"), ["export interface A { › two: string;"]],
    [
      "a member that moved",
      before.replace("    one(): void;\n", "").replace("one(): string;", "one(): string;\n    one(): void;"),
      ["export interface A { › one(): void;"],
    ],
  ])("is broken by %s", (_, now, expected) => expect(broken(before, now)).toEqual(expected));

  it("may grow, in any order", () => {
    expect(
      broken(before, `export interface C {\n}\n${before.replace("two: string;", "two: string;\n    three?: number;")}`),
    ).toEqual([]);
  });
});
