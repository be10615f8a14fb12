import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const FOLDER = path.resolve(import.meta.dirname, "..");
const { version } = JSON.parse(readFileSync(path.join(FOLDER, "package.json"), "utf8")) as { version: string };

/** What remotes of this major version were promised. */
export const PROMISE = path.join(FOLDER, "api", `${version.split(".")[0]}.d.ts.txt`);
export const readPromise = () => (existsSync(PROMISE) ? readFileSync(PROMISE, "utf8") : "");

/**
 * The declarations that remotes see now, as the compiler writes them, without comments.
 * @throws Error with the compiler's report
 */
export function declarations(): string {
  const out = mkdtempSync(path.join(tmpdir(), "shell-api-"));
  try {
    const tsc = path.resolve(FOLDER, "../../node_modules/.bin/tsc");
    const options = [
      "--noEmit",
      "false",
      "--declaration",
      "--emitDeclarationOnly",
      "--removeComments",
      "--rootDir",
      ".",
      "--outDir",
      out,
    ];
    const run = spawnSync(tsc, ["-p", ".", ...options], { cwd: FOLDER, encoding: "utf8" });
    if (run.status !== 0) throw new Error(run.stdout + run.stderr);
    return `${["types", "contributions", "shell", "contributed", "index", "offline"].map((name) => readFileSync(path.join(out, `src/${name}.d.ts`), "utf8").trim()).join("\n\n")}\n`;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** A line with the declaration it stands in, so that two members of one name stay distinct. */
function members(text: string): string[] {
  const open: string[] = [];
  return text
    .split("\n")
    .filter((line) => line.trim() && !/^(import|export) .* from /.test(line)) // where a name stands is no promise
    .map((line) => {
      const trimmed = line.trim();
      if (/^[}\])]/.test(trimmed)) open.pop();
      const place = [...open, trimmed].join(" › ");
      if (/[{([]$/.test(trimmed)) open.push(trimmed);
      return place;
    });
}

/** Members that `promised` has and `now` has not, or has otherwise: what breaks a remote that was built before. */
export function broken(promised: string, now: string): string[] {
  const present = new Set(members(now));
  return members(promised).filter((member) => !present.has(member));
}
