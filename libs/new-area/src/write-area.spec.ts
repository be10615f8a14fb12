import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { areaName } from "./area-name.ts";
import { install } from "./installation.ts";
import { type Workspace, withWorkspaces } from "./lockfile.ts";
import { writeArea } from "./write-area.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const LOCKFILE = readFileSync(path.join(ROOT, "package-lock.json"), "utf8");

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "tessera-area-"));
  mkdirSync(path.join(root, "node_modules"));
  cpSync(path.join(ROOT, "package-lock.json"), path.join(root, "package-lock.json"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const workspace = (folder: string): Workspace => ({
  folder,
  description: JSON.parse(readFileSync(path.join(ROOT, folder, "package.json"), "utf8")),
});

describe("the lockfile", () => {
  test("gets what npm itself has written for the areas that are there", () => {
    const areas = ["libs/contracts/queue", "services/queue", "remotes/queue"].map(workspace);
    const before = JSON.parse(LOCKFILE) as { packages: Record<string, unknown> };
    for (const { folder, description } of areas) {
      delete before.packages[folder];
      delete before.packages[`node_modules/${description.name}`];
    }
    expect(withWorkspaces(JSON.stringify(before), areas)).toBe(LOCKFILE);
  });

  test("counts as installed afterwards only if it did before", async () => {
    const stamp = path.join(root, "node_modules/.tessera-lockfile");
    writeFileSync(stamp, "of another lockfile");
    install(root, [workspace("services/queue")]);
    expect(readFileSync(stamp, "utf8")).toBe("of another lockfile");
    expect(readlinkSync(path.join(root, "node_modules/@tessera/service-queue"))).toBe("../../services/queue");
  });
});

test("nothing is written where a package is missing, or the name is taken", () => {
  expect(() => writeArea(root, areaName("finance"))).toThrow(/is not installed. Run npm ci first/);
  mkdirSync(path.join(root, "remotes/finance"), { recursive: true });
  expect(() => writeArea(root, areaName("finance"))).toThrow("remotes/finance is there already");
  expect(existsSync(path.join(root, "services"))).toBe(false);
  expect(readFileSync(path.join(root, "package-lock.json"), "utf8")).toBe(LOCKFILE);
});
