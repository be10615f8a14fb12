import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT, versionOf } from "./paths.ts";
import { sharedFolders } from "./shared-modules.ts";

/** Never part of a browser's bundle. */
const SERVER_LIBRARIES = ["libs/service-kit", "libs/testing"];
const NOT_AN_INPUT = /(^|\/)(node_modules|dist|README\.md|tsconfig\.json)$|\.(spec|test)\.tsx?$/;

/** Id of the release that a build of the app's folder makes now. */
export function releaseIdOf(folder: string): string {
  return releaseId(versionOf(folder), ROOT, inputsOf(folder));
}

/**
 * What an app is built from: its folder, the lockfile, and the libraries whose code it bundles. A remote bundles none of the shared
 * ones (the shell brings them), so a change of theirs is a release of the shell alone.
 */
function inputsOf(folder: string): string[] {
  const libraries = ["libs", "libs/facades"].flatMap((parent) =>
    readdirSync(path.join(ROOT, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "facades")
      .map((entry) => path.join(ROOT, parent, entry.name)),
  );
  const left = new Set([...SERVER_LIBRARIES.map((library) => path.join(ROOT, library)), ...(isShell(folder) ? [] : sharedFolders())]);
  return [folder, path.join(ROOT, "package-lock.json"), ...libraries.filter((library) => !left.has(library))];
}

const isShell = (folder: string) => path.basename(folder) === "shell";

/** Version and the first 12 hexadecimal digits of a SHA-256 over names and contents of all files below `inputs`, whatever their order. */
export function releaseId(version: string, root: string, inputs: string[]): string {
  const hash = createHash("sha256");
  const files = inputs
    .flatMap((input) => filesBelow(input))
    .map((file) => [path.relative(root, file).split(path.sep).join("/"), file] as const);
  for (const [name, file] of files.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const content = readFileSync(file);
    hash.update(`${name}\0${content.byteLength}\0`).update(content);
  }
  return `${version}-${hash.digest("hex").slice(0, 12)}`;
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
