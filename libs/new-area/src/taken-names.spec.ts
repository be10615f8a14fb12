import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { areaName } from "./area-name.ts";
import { checkFree } from "./taken-names.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const check = (name: string) => () => checkFree(ROOT, areaName(name));

describe("a name for an area", () => {
  test("is free when nothing has it", () => {
    expect(check("finance-of-tests")).not.toThrow();
  });

  test("is not taken from a part that is there", () => {
    for (const folder of ["services", "remotes", "libs/contracts"]) {
      const parts = readdirSync(path.join(ROOT, folder), { withFileTypes: true }).filter((entry) =>
        entry.isDirectory(),
      );
      expect(parts.length).toBeGreaterThan(0);
      for (const { name } of parts) expect(check(name)).toThrow(`An area cannot be called ${name}:`);
    }
  });

  test.each([
    ["api", "an address of the services"],
    ["assets", "an address of the services"],
    ["realtime", "is there already"],
    ["auth", "an address of the services"],
    ["login", "a page in shell/manifest.json"],
    ["ws-items", "a page in remotes/items/manifest.json"],
    ["appearance", "a page in remotes/settings/manifest.json"],
    ["kit", "belongs to the platform"],
    ["pg-stats", "belongs to the platform"],
    ["order", "a reserved word of SQL"],
  ])("is not %s", (name, reason) => {
    expect(check(name)).toThrow(reason);
  });
});
