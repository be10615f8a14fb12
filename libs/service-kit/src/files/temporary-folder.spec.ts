import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inTemporaryFolder, purgeTemporaryFolders } from "./temporary-folder.ts";

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const log = { warn: () => undefined };

function folderOf(pid: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), `tessera-spec-${pid}-`));
  writeFileSync(path.join(folder, "file"), "half");
  made.push(folder);
  return folder;
}

test("a folder is there while it is used, and gone afterwards", async () => {
  let place = "";
  const failing = inTemporaryFolder("spec", async (folder) => {
    place = folder;
    writeFileSync(path.join(folder, "file"), "whole");
    await purgeTemporaryFolders(log);
    throw new Error(String(existsSync(path.join(folder, "file"))));
  });
  await expect(failing).rejects.toThrow("true");
  expect(existsSync(place)).toBe(false);
});

test("folders of killed processes go at the next start, and no others", async () => {
  const gone = spawn(process.execPath, ["-e", ""]);
  await once(gone, "exit");
  const [left, before, alive] = [folderOf(gone.pid!), folderOf(process.pid), folderOf(process.ppid)];
  const elsewhere = path.join(tmpdir(), `tessera-elsewhere-${gone.pid}`);
  mkdirSync(elsewhere, { recursive: true });
  const link = path.join(tmpdir(), `tessera-spec-${gone.pid}-abcdef`);
  symlinkSync(alive, link);
  made.push(elsewhere, link);
  await purgeTemporaryFolders(log);
  expect([left, before, alive, path.join(alive, "file"), elsewhere].map(existsSync)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});
