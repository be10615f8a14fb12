import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const SOURCE = path.resolve(import.meta.dirname, "..");
const types = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const OWN = /^types\/([a-z-]+)\//;
/** Readers of files are by format; the types they make are theirs to name. */
const SPARED = /\.spec\.ts$|^testing\/|^imports\//;

/**
 * "inbox" names a status and a list too, "person" the one who did something, "file" and "image" what is read: as types
 * they are read from a definition, a row or an input.
 */
const names = types.filter((type) => !["inbox", "person", "file", "image"].includes(type)).join("|");
const named = new RegExp(`["'\`/](${names})["'\`]`, "g");
/** A definition names the types that belong to its own. */
const RELATED = /^\s*(childTypes|parentType): /;
const compared = /\b(row|input|item|definition|plugin|draft)\.type\s*[!=]==?\s*["']/;

it("no code outside a type's folder names it", () => {
  expect(types).toContain("task");
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !SPARED.test(name),
  );
  const found = files.flatMap((name) => {
    const own = OWN.exec(name)?.[1];
    return readFileSync(path.join(SOURCE, name), "utf8")
      .split("\n")
      .filter((line) => !RELATED.test(line))
      .filter((line) => compared.test(line) || [...line.matchAll(named)].some(([, type]) => type !== own))
      .map((line) => `${name}: ${line.trim()}`);
  });
  expect(found).toEqual([]);
});
