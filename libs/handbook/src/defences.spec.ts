import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { ROOT } from "./root.ts";

const rows = readFileSync(join(ROOT, "libs/handbook/defences.md"), "utf8")
  .split("\n")
  .flatMap((line) => {
    const found = /^\| (D\d+) \| .+ \| `([^`]+)`: "(.+)" \|$/.exec(line);
    return found ? [{ number: found[1]!, file: found[2]!, title: found[3]! }] : [];
  });

test("every defect of the audit has a test", () => {
  const numbers = new Set(rows.map(({ number }) => number));
  expect([...numbers]).toEqual(Array.from({ length: 12 }, (_, index) => `D${index + 1}`));
});

test.each(rows)("$number: $file has $title", ({ file, title }) => {
  const path = join(ROOT, file);
  expect(existsSync(path)).toBe(true);
  expect(readFileSync(path, "utf8")).toContain(`"${title}"`);
});
