import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { mappedStack } from "./mapped-stacks.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tessera-stacks-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const inFile = (file: string) =>
  `Error: the reason\n    at fail (${pathToFileURL(file).href}:1:30)\n    at node:events:1:1`;

it("names the line of the source that a build was made of", () => {
  // Line 1 of the build is line 10 of the source.
  const map = { version: 3, sources: ["../src/main.ts"], names: [], mappings: "AASA" };
  writeFileSync(join(folder, "main.js.map"), JSON.stringify(map));
  expect(mappedStack(inFile(join(folder, "main.js")), folder)).toBe(
    `Error: the reason\n    at fail (${join(folder, "../src/main.ts")}:10:1)\n    at node:events:1:1`,
  );
});

it.each([
  ["no map", null],
  ["a damaged map", "{"],
])("leaves the line of a build with %s", (_name, map) => {
  const file = join(folder, "main.js");
  if (map !== null) writeFileSync(`${file}.map`, map);
  expect(mappedStack(inFile(file), folder)).toBe(inFile(file));
});

it("reads no map of another folder", () => {
  writeFileSync(
    join(folder, "main.js.map"),
    JSON.stringify({ version: 3, sources: ["a"], names: [], mappings: "AAAA" }),
  );
  expect(mappedStack(inFile(join(folder, "main.js")), join(folder, "dist"))).toBe(inFile(join(folder, "main.js")));
});
