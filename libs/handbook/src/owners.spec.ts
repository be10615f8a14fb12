import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { codeOwners, readOwners } from "./owners.ts";
import { ROOT } from "./root.ts";

describe("CODEOWNERS", () => {
  test("says what the parts say (else: npm run handbook)", () => {
    expect(readFileSync(join(ROOT, ".github/CODEOWNERS"), "utf8")).toBe(codeOwners(readOwners(ROOT)));
  });

  test("gives a remote, its service and its contract to one team", () => {
    const owners = new Map(readOwners(ROOT).map(({ part, team }) => [part, team]));
    const areas = [...owners.keys()].flatMap((part) => /^libs\/contracts\/(.+)$/.exec(part)?.[1] ?? []);
    expect(areas).toContain("items");
    for (const area of areas) {
      const team = owners.get(`libs/contracts/${area}`);
      for (const part of [`services/${area}`, `remotes/${area}`])
        expect([part, owners.get(part)]).toEqual([part, team]);
    }
  });

  test("begins with the owner of all that has no other", () => {
    const text = codeOwners([
      { part: "", team: "@tessera/platform" },
      { part: "services/items", team: "@tessera/items" },
    ]);
    expect(text.split("\n").slice(1)).toEqual(["* @tessera/platform", "/services/items/ @tessera/items", ""]);
  });
});
