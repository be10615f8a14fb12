import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { FileTooLarge, FolderFileStore } from "./file-store.ts";

let folder: string;
let files: FolderFileStore;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "file-store-"));
  files = new FolderFileStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function keys(below: string): Promise<string[]> {
  const found: string[] = [];
  for await (const key of files.list(below)) found.push(key);
  return found.sort();
}

it("opens a key with its length, and says of one that it does not know", async () => {
  await files.put("a/b", Buffer.from("héllo"));
  const { bytes, content } = await files.open("a/b");
  expect([bytes, await text(content)]).toEqual([6, "héllo"]);
  await files.put("a/empty", Buffer.alloc(0));
  expect(await text((await files.open("a/empty")).content)).toBe("");
  await expect(files.open("a/c")).rejects.toMatchObject({ code: "ENOENT" });
  await expect(files.read("a/c")).rejects.toMatchObject({ code: "ENOENT" });
});

it("lists the keys below a folder: whole ones, no draft among them", async () => {
  expect(await keys("a")).toEqual([]);
  for (const key of ["a/b", "a/c/d", "ab/e"]) await files.put(key, Buffer.from(key));
  await expect(files.put("a/large", Readable.from([Buffer.alloc(8), Buffer.alloc(8)]), { maxBytes: 10 })).rejects.toThrow(FileTooLarge);
  expect(await keys("a")).toEqual(["a/b", "a/c/d"]);
  await files.delete("a/b");
  expect(await keys("a")).toEqual(["a/c/d"]);
  await expect(keys("../a")).rejects.toThrow("leads out of the file store");
});

it("sweeps what a killed process left half written once it is old, and nothing else", async () => {
  await files.put("a", Buffer.from("whole"));
  const drafts = path.join(folder, ".drafts");
  for (const name of ["old", "young"]) writeFileSync(path.join(drafts, name), "half");
  utimesSync(path.join(drafts, "old"), 0, 0);
  await files.sweep(new Date());
  expect(readdirSync(drafts)).toEqual(["young"]);
  expect(await files.exists("a")).toBe(true);
});
