import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { digestOf } from "./inputs.ts";

let root: string;
const write = (name: string, text: string) => {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const digest = (...inputs: string[]) =>
  digestOf(
    root,
    inputs.map((input) => path.join(root, input)),
  );

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "inputs-"));
  write("app/src/a.ts", "a");
  write("lib/b.ts", "b");
  write("lock.json", "{}");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("digest of a build's inputs", () => {
  it("is the same for the same inputs in any order", () => {
    expect(digest("lock.json", "lib", "app")).toBe(digest("app", "lib", "lock.json"));
  });

  it("changes with a content, a name, or a library", () => {
    const first = digest("app", "lib");
    write("app/src/a.ts", "A");
    const edited = digest("app", "lib");
    write("app/src/c.ts", "");
    expect(new Set([first, edited, digest("app", "lib"), digest("app")]).size).toBe(4);
  });

  it("does not change with tests, documents and former builds", () => {
    const first = digest("app");
    for (const name of ["app/src/a.spec.ts", "app/src/a.test.tsx", "app/README.md", "app/dist/x.js", "app/node_modules/y.js"])
      write(name, "x");
    expect(digest("app")).toBe(first);
  });
});
