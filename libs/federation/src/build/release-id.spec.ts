import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { ReleaseId } from "../composition.ts";
import { appFolder, ROOT } from "./paths.ts";
import { inputsOf, releaseId } from "./release-id.ts";

let root: string;
const write = (name: string, text: string) => {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const id = (...inputs: string[]) =>
  releaseId(
    "1.2.0",
    root,
    inputs.map((input) => path.join(root, input)),
  );

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "release-id-"));
  write("app/src/a.ts", "a");
  write("lib/b.ts", "b");
  write("lock.json", "{}");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("release id", () => {
  it("is the version and a hash, the same for the same inputs in any order", () => {
    const first = id("app", "lib", "lock.json");
    expect(ReleaseId.safeParse(first).success).toBe(true);
    expect(first.startsWith("1.2.0-")).toBe(true);
    expect(id("lock.json", "lib", "app")).toBe(first);
  });

  it("changes with a content, a name, or a library", () => {
    const first = id("app", "lib");
    write("app/src/a.ts", "A");
    const edited = id("app", "lib");
    write("app/src/c.ts", "");
    expect(new Set([first, edited, id("app", "lib"), id("app")]).size).toBe(4);
  });

  it("does not change with tests, documents and former builds", () => {
    const first = id("app");
    for (const name of ["app/src/a.spec.ts", "app/src/a.test.tsx", "app/README.md", "app/dist/x.js", "app/node_modules/y.js"])
      write(name, "x");
    expect(id("app")).toBe(first);
  });

  it("follows what an app depends on: another area's contract and what the shell shares are not its inputs", () => {
    const inputs = inputsOf(appFolder("items")).map((input) => path.relative(ROOT, input));
    expect(inputs).toEqual(expect.arrayContaining(["remotes/items", "libs/contracts/items", "libs/contracts/core", "libs/federation"]));
    for (const foreign of ["libs/contracts/billing", "libs/ui", "libs/shell-api", "libs/service-kit", "libs/testing"]) {
      expect(inputs).not.toContain(foreign);
    }
    expect(inputsOf(appFolder("shell")).map((input) => path.relative(ROOT, input))).toContain("libs/ui");
  });
});
