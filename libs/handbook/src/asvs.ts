import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One requirement as the handbook's table states it. */
export interface AsvsRow {
  /** Of the standard: `6.2.1`. */
  number: string;
  level: string;
  state: string;
  /** Proof, or the reason why it is not met or does not apply. */
  proof: string;
}

const ROW = /^\| (\d+\.\d+\.\d+) \| (\d) \| [^|]+ \| ([^|]+) \| (.+) \|$/;
/** A path in backticks, and the part of a test's title in quotes behind it. */
const PATH = /`((?:libs|services|shell|remotes|e2e|\.github)\/[^`]+)`(?: "([^"]+)")?/g;
const TEST_FILE = /\.(spec|test|e2e)\.tsx?$/;

export function readRows(page: string): AsvsRow[] {
  return page.split("\n").flatMap((line) => {
    const [, number, level, state, proof] = ROW.exec(line) ?? [];
    return number ? [{ number, level: level!, state: state!, proof: proof! }] : [];
  });
}

/** @returns what a row names that is not there: files, and titles that no test of the file has */
export function missingProofs(root: string, { number, proof }: AsvsRow): string[] {
  return [...proof.matchAll(PATH)].flatMap(([, path = "", title]) => {
    const file = join(root, path);
    if (!existsSync(file)) return [`${number}: there is no ${path}`];
    if (TEST_FILE.test(path) && !title) return [`${number}: no title of a test in ${path}`];
    return title && !readFileSync(file, "utf8").includes(title) ? [`${number}: ${path} has no test "${title}"`] : [];
  });
}
