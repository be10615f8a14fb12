import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { missingProofs, readRows } from "./asvs.ts";
import { ROOT } from "./root.ts";

/** Requirements of levels 1 and 2 in each chapter of ASVS 5.0, V1 to V17. */
const REQUIREMENTS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];
const LEVEL_1 = 70;

const page = readFileSync(join(ROOT, "libs/handbook/asvs.md"), "utf8");
const rows = readRows(page);

describe("the table of ASVS", () => {
  test("has every requirement of levels 1 and 2 once", () => {
    const perChapter = REQUIREMENTS.map((_, at) => rows.filter(({ number }) => number.startsWith(`${at + 1}.`)).length);
    expect(perChapter).toEqual(REQUIREMENTS);
    expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
    expect(rows.filter(({ level }) => level === "1")).toHaveLength(LEVEL_1);
    expect(rows.filter(({ level }) => level === "2")).toHaveLength(rows.length - LEVEL_1);
  });

  test("names files and tests that exist", () => {
    expect(rows.flatMap((row) => missingProofs(ROOT, row))).toEqual([]);
  });

  test("counts its own states", () => {
    const count = (state: string) => rows.filter((row) => row.state === state).length;
    const [met, not, other] = [count("met"), count("not met"), count("not applicable")];
    expect(met + not + other).toBe(rows.length);
    expect(page).toContain(`Of ${rows.length} requirements ${met} are met, ${not} are not, and ${other} do not apply.`);
  });

  test("says what would be needed where a requirement is not met", () => {
    const silent = rows.filter(({ state, proof }) => state === "not met" && !/Needed|[Aa]s \d|Why:|why:/.test(proof));
    expect(silent.map(({ number }) => number)).toEqual([]);
  });

  test("does not accept a proof that is gone", () => {
    const row = (proof: string) => ({ number: "1.1.1", level: "1", state: "met", proof });
    expect(missingProofs(ROOT, row('`libs/handbook/src/gone.spec.ts` "counts"'))).toEqual([
      "1.1.1: there is no libs/handbook/src/gone.spec.ts",
    ]);
    expect(missingProofs(ROOT, row('`libs/handbook/src/licences.spec.ts` "counts its own"'))).toHaveLength(1);
    expect(missingProofs(ROOT, row("`libs/handbook/src/licences.spec.ts` alone"))).toHaveLength(1);
  });
});
