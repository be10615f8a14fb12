import { importsOf, mistakes, packages, usesOf } from "./packages.ts";

/** Puts the services together by their folders: it runs what it does not import. */
const STANDALONE = "@tessera/service-standalone";

const all = packages();

describe.each(all.map((one) => [one.folder, one] as const))("%s", (_, own) => {
  it("declares exactly the packages of the workspace that its sources import", () => {
    const found = mistakes(own, usesOf(own), all);
    expect(own.name === STANDALONE ? found.filter((mistake) => !mistake.includes("is no dependency")) : found).toEqual(
      [],
    );
  });
});

it("imports are found however they are written", () => {
  const ours = "@tessera"; // in two parts, as this file is read like any other
  const source = [
    `import { a, type B } from "${ours}/one/a.ts";`,
    `import type { C } from "${ours}/two";`,
    `import {\n  type D,\n  type E,\n} from "${ours}/three/d.ts";`,
    `import "${ours}/four";`,
    `export { f } from "${ours}/five/f.ts";`,
    `import other from "another-package";`,
    `const g = await import("${ours}/six");`,
    `const h = require.resolve("${ours}/seven");`,
  ].join("\n");
  expect(importsOf(source)).toEqual([
    { from: "@tessera/one", typesOnly: false },
    { from: "@tessera/two", typesOnly: true },
    { from: "@tessera/three", typesOnly: true },
    { from: "@tessera/four", typesOnly: false },
    { from: "@tessera/five", typesOnly: false },
    { from: "@tessera/six", typesOnly: false },
    { from: "@tessera/seven", typesOnly: false },
  ]);
});

it("mistakes are named, each with what to do", () => {
  const uses = {
    values: new Set(["@tessera/a"]),
    types: new Set(["@tessera/b"]),
    tests: new Set(["@tessera/c", "@tessera/d"]),
  };
  const own = {
    folder: "libs/own",
    name: "@tessera/own",
    version: "1.0.0",
    dependencies: { "@tessera/d": "1.0.0", "@tessera/e": "1.0.0", zod: "4.0.0" },
    devDependencies: { "@tessera/f": "1.1.0" },
  };
  const versions = ["a", "b", "c", "d", "e", "f"].map((name) => ({ name: `@tessera/${name}`, version: "1.0.0" }));
  expect(mistakes(own, uses, versions)).toEqual([
    "@tessera/a is imported: add it to dependencies",
    "@tessera/b is imported by type: add it to devDependencies",
    "@tessera/c is imported by tests: add it to devDependencies",
    "@tessera/d is no dependency: only tests import it",
    "@tessera/e is no dependency: nothing imports it",
    "@tessera/f is no devDependency: nothing imports it",
    "@tessera/f is 1.0.0, not 1.1.0",
  ]);
});

it.each([
  ["1.2.0", []],
  ["^1.2.0", []],
  ["^1.0.9", []],
  ["^1.3.0", ["@tessera/a is 1.2.0, not ^1.3.0"]],
  ["^2.0.0", ["@tessera/a is 1.2.0, not ^2.0.0"]],
  ["1.1.0", ["@tessera/a is 1.2.0, not 1.1.0"]],
])("a package at 1.2.0 may be declared as %s or not", (range, expected) => {
  const own = { folder: "libs/own", name: "@tessera/own", version: "1.0.0", dependencies: { "@tessera/a": range } };
  const uses = { values: new Set(["@tessera/a"]), types: new Set<string>(), tests: new Set<string>() };
  expect(mistakes(own, uses, [{ name: "@tessera/a", version: "1.2.0" }])).toEqual(expected);
});
