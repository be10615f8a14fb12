import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { limitsPage } from "./limits.ts";
import { ROOT } from "./root.ts";

const page = await limitsPage(ROOT);

test("limits.md lists what the sources declare (else: npm run handbook)", () => {
  expect(readFileSync(join(ROOT, "libs/handbook/limits.md"), "utf8")).toBe(page);
});

test("the page has limits of plans, sizes, requests and sign-in", () => {
  expect(page).toContain("| Recordings | 50 | 1,000 |  |");
  expect(page).toContain(
    "| transcribe | `MAX_RECORDING_BYTES` | 251,658,240 | Bytes of one recording: two hours of 16 kHz,",
  );
  expect(page).toContain("| `agents-prompts` | 120 | 600 | person |");
  expect(page).toContain("| `account-password` | 20 | 300 | Wrong passwords from one network,");
});
