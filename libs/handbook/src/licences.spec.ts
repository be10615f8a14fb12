import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { refusedLicences } from "./licences.ts";
import { ROOT } from "./root.ts";

const lockfile = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));

describe("licences of dependencies", () => {
  test("are all on the list", () => {
    expect(refusedLicences(lockfile)).toEqual([]);
  });

  test("outside the list are refused by name: unknown, missing, or one part of a pair", () => {
    const packages = {
      "": { license: "MIT" },
      "libs/ours": {},
      "node_modules/ours": { link: true },
      "node_modules/good": { license: "MIT" },
      "node_modules/either": { license: "(GPL-3.0-only OR Apache-2.0)" },
      "node_modules/both": { license: "Apache-2.0 AND GPL-3.0-only" },
      "node_modules/good/node_modules/@scope/viral": { license: "AGPL-3.0-only" },
      "node_modules/silent": {},
    };
    expect(refusedLicences({ packages })).toEqual([
      "both: Apache-2.0 AND GPL-3.0-only",
      "@scope/viral: AGPL-3.0-only",
      "silent: none stated",
    ]);
  });
});
