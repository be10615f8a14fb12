import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { publicApiPage } from "./public-api.ts";
import { ROOT } from "./root.ts";

test("public-api.md has the documented requests (else: npm run handbook)", () => {
  expect(readFileSync(join(ROOT, "libs/handbook/public-api.md"), "utf8")).toBe(publicApiPage());
});
