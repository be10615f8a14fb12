import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** A decision record, as its file states it. */
export interface DecisionRecord {
  /** Path from the root, with slashes. */
  path: string;
  /** Folder of the part that the record is about: `services/items`. */
  part: string;
  number: string;
  title: string;
  /** The line under the title: `Accepted, 2026-11-20.` */
  status: string;
}

const STATUS = /^(Proposed|Accepted|Superseded by .+), \d{4}-\d{2}-\d{2}\.$/;
const INSTALLED_OR_BUILT = ["**/node_modules/**", "**/dist/**"];

/**
 * All records below a folder, by part and number.
 * @throws Error that names the file whose title or status is missing
 */
export function readRecords(root: string): DecisionRecord[] {
  return globSync("**/decisions/*.md", { cwd: root, exclude: INSTALLED_OR_BUILT })
    .map((path) => path.replaceAll("\\", "/"))
    .sort()
    .map((path) => readRecord(path, readFileSync(join(root, path), "utf8")));
}

export function readRecord(path: string, text: string): DecisionRecord {
  const [heading = "", status = ""] = text.split("\n").filter((line) => line.trim() !== "");
  const number = /^(\d{3})-/.exec(basename(path))?.[1];
  const title = /^# (?:\d{3}\s*[:·]?\s+)?(.+)$/.exec(heading)?.[1];
  if (!number) throw new Error(`${path}: the name of a record begins with three digits and a hyphen.`);
  if (!title) throw new Error(`${path}: a record begins with its title.`);
  if (!STATUS.test(status)) {
    throw new Error(`${path}: the line under the title is the status, for example "Accepted, 2026-11-20."`);
  }
  return { path, part: path.slice(0, path.indexOf("/decisions/")), number, title, status };
}

/** The handbook's page of all records; its links start at libs/handbook. */
export function decisionsPage(records: DecisionRecord[]): string {
  const rows = records.map(
    ({ path, part, number, title, status }) => `| ${part} | ${number} | [${title}](../../${path}) | ${status} |`,
  );
  return [
    "# Decisions",
    "",
    "Each record is kept in the part that it is about. `npm run handbook` writes this list; a test fails when it is out of date.",
    "",
    "| part | number | title | status |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
