import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { missingProofs } from "./asvs.ts";
import { ROOT } from "./root.ts";

/** How many classes of threats there are: of security, of identity and realtime, of data. */
const CLASSES = { S: 24, I: 12, D: 13 };
const ROW = /^\| ([SID]\d+) \| ([^|]+) \| ([^|]+) \| (.+) \|$/;

const page = readFileSync(join(ROOT, "libs/handbook/threats.md"), "utf8");
const rows = page.split("\n").flatMap((line) => {
  const [, number, threat, holds, proof] = ROW.exec(line) ?? [];
  return number ? [{ number, threat: threat!, holds: holds!, proof: proof! }] : [];
});

describe("the table of threats", () => {
  test("has every class, in order", () => {
    const all = Object.entries(CLASSES).flatMap(([area, count]) =>
      Array.from({ length: count }, (_, at) => `${area}${at + 1}`),
    );
    expect([...new Set(rows.map(({ number }) => number))]).toEqual(all);
    expect(page.split("\n").filter((line) => /^\| [SID]\d/.test(line))).toHaveLength(rows.length);
  });

  test("names a test that exists for each", () => {
    expect(rows.flatMap(({ number, proof }) => missingProofs(ROOT, { number, level: "", state: "", proof }))).toEqual(
      [],
    );
    expect(rows.filter(({ proof }) => !/`[^`]+\.(spec|test|e2e)\.tsx?` "/.test(proof))).toEqual([]);
  });
});
