import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.join(import.meta.dirname, "fixtures");

/** Names of all files with a folder of their format before them: "ofx/a.qfx". */
export const FILES: string[] = readdirSync(ROOT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.parentPath !== ROOT)
  .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
  .sort();

export const fixture = (name: string): Buffer => readFileSync(path.join(ROOT, name));

/** What each file holds: its format, "entries sum check" of each statement, and what is left out. */
export const EXPECTED = JSON.parse(readFileSync(path.join(ROOT, "expected.json"), "utf8")) as Record<string, string[]>;
