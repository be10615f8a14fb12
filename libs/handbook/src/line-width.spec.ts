import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const MAX_COLUMNS = 120;
/** What `npm run handbook` and `npm run contracts` write, and texts of others. */
const GENERATED = /^libs\/handbook\/(decisions|environment|errors|events|limits)\.md$|\/fixtures\//;

/** Biome keeps code within the width, but neither comments nor prose. Tables, code and addresses cannot be broken. */
const isTooLong = (line: string) => line.length > MAX_COLUMNS && / /.test(line.slice(0, MAX_COLUMNS).trim());
const PROSE = { skip: /^\s*(\||<)|https?:\/\/\S{60}/, fence: /^\s*```/ };
const COMMENT = /^\s*(\/\/|\/?\*)(?!.*(biome-ignore|@ts-expect-error))/;

function tooLong(file: string): string[] {
  const lines = readFileSync(path.join(ROOT, file), "utf8").split("\n");
  let fenced = false;
  return lines.flatMap((line, at) => {
    if (file.endsWith(".md")) {
      if (PROSE.fence.test(line)) fenced = !fenced;
      if (fenced || PROSE.skip.test(line)) return [];
    } else if (!COMMENT.test(line)) return [];
    return isTooLong(line) ? [`${file}:${at + 1}`] : [];
  });
}

test("comments and prose are at most 120 columns wide", () => {
  const tracked = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs", "*.md"], { cwd: ROOT, encoding: "utf8" });
  const files = tracked
    .split("\n")
    .filter((file) => file && !GENERATED.test(file) && existsSync(path.join(ROOT, file)));
  expect(files.flatMap(tooLong)).toEqual([]);
});
