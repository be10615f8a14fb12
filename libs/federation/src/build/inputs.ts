import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { BUILD, ROOT } from "./paths.ts";
import { sharedFolders } from "./shared-modules.ts";

/** What a build was made of, kept beside it. */
export const INPUTS_FILE = "inputs.json";
const NOT_AN_INPUT = /(^|\/)(node_modules|dist|README\.md|tsconfig\.json)$|\.(spec|test|e2e)\.tsx?$/;

interface Inputs {
  /** Files elsewhere in the workspace that the bundler read, relative to its root. */
  read: string[];
  digest: string;
}

/** Whether the app's `dist` was made of what is there now. Which release that is, says what came out (release-id.ts). */
export function isBuilt(folder: string): boolean {
  const file = path.join(folder, "dist", INPUTS_FILE);
  if (!existsSync(file)) return false;
  const { read, digest } = JSON.parse(readFileSync(file, "utf8")) as Inputs;
  return read.every((name) => existsSync(path.join(ROOT, name))) && digestOf(ROOT, inputsOf(folder, read)) === digest;
}

/** Keeps what `dist` was made of: the last step of a build, which says that it is whole. @param files absolute paths */
export function keepInputs(folder: string, files: Iterable<string>): void {
  const own = folder + path.sep;
  const read = [...new Set(files)]
    .filter((file) => file.startsWith(ROOT + path.sep) && !file.startsWith(own) && !file.includes(`${path.sep}node_modules${path.sep}`))
    .filter((file) => existsSync(file))
    .map((file) => path.relative(ROOT, file))
    .sort();
  const inputs: Inputs = { read, digest: digestOf(ROOT, inputsOf(folder, read)) };
  writeFileSync(path.join(folder, "dist", INPUTS_FILE), JSON.stringify(inputs));
}

/**
 * The app's folder, the build itself, the lockfile, which stands for all packages from npm, the versions of what is shared, and what was
 * read elsewhere.
 */
function inputsOf(folder: string, read: string[]): string[] {
  const versions = sharedFolders().map((shared) => path.join(shared, "package.json"));
  const fixed = [folder, BUILD, path.join(ROOT, "package-lock.json"), ...versions];
  return [...fixed.filter((input) => existsSync(input)), ...read.map((name) => path.join(ROOT, name))];
}

/** SHA-256 in hexadecimal digits over names and contents of all files at or below `inputs`, whatever their order. */
export function digestOf(root: string, inputs: string[]): string {
  const hash = createHash("sha256");
  const files = new Map(
    inputs.flatMap((input) => filesBelow(input)).map((file) => [path.relative(root, file).split(path.sep).join("/"), file] as const),
  );
  for (const [name, file] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const content = readFileSync(file);
    hash.update(`${name}\0${content.byteLength}\0`).update(content);
  }
  return hash.digest("hex");
}

function filesBelow(input: string): string[] {
  if (NOT_AN_INPUT.test(input.split(path.sep).join("/"))) return [];
  try {
    return readdirSync(input).flatMap((name) => filesBelow(path.join(input, name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return [input];
    throw error;
  }
}
