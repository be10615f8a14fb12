import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { missingProofs } from "./asvs.ts";
import { ROOT } from "./root.ts";

/** How many findings the newcomers reported. */
const FINDINGS = 38;
const ROW = /^\| (\d+) \| ([^|]+) \| ([^|]+) \| (.+) \|$/;

const page = readFileSync(join(ROOT, "libs/handbook/first-hour.md"), "utf8");
const rows = page.split("\n").flatMap((line) => {
  const [, number, , , proof] = ROW.exec(line) ?? [];
  return number ? [{ number, proof: proof! }] : [];
});

describe("the table of the first hour", () => {
  test("has every finding once, in order", () => {
    expect(rows.map(({ number }) => Number(number))).toEqual(Array.from({ length: FINDINGS }, (_, at) => at + 1));
  });

  test("names a test that exists for each", () => {
    expect(rows.flatMap(({ number, proof }) => missingProofs(ROOT, { number, level: "", state: "", proof }))).toEqual(
      [],
    );
    expect(rows.filter(({ proof }) => !/`[^`]+\.(spec|test|e2e)\.tsx?` "/.test(proof))).toEqual([]);
  });
});
