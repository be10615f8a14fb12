import { readFileSync } from "node:fs";
import path from "node:path";

/** Names of people and companies that nobody says in the sounds of the tests. */
export const OTHER_NAMES = readFileSync(path.join(import.meta.dirname, "other-names.txt"), "utf8")
  .split(/\s+/)
  .filter(Boolean);

/** The terms of a person who knows these names, among 500 others. */
export const termsWith = (...names: string[]) => [...names, ...OTHER_NAMES].map((term) => ({ term, soundsLike: [] }));
