import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { FolderFileStore } from "./folder-file-store.ts";

let folder: string;
let files: FolderFileStore;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "file-store-"));
  files = new FolderFileStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("sweeps what a killed process left half written once it is old, and nothing else", async () => {
  await files.put("a", Buffer.from("whole"));
  const drafts = path.join(folder, ".drafts");
  for (const name of ["old", "young"]) writeFileSync(path.join(drafts, name), "half");
  utimesSync(path.join(drafts, "old"), 0, 0);
  await files.sweep(new Date());
  expect(readdirSync(drafts)).toEqual(["young"]);
  expect(await files.exists("a")).toBe(true);
});
