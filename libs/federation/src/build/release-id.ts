import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT, readJson, versionOf } from "./paths.ts";
import { sharedFolders } from "./shared-modules.ts";

const NOT_AN_INPUT = /(^|\/)(node_modules|dist|README\.md|tsconfig\.json)$|\.(spec|test|e2e)\.tsx?$/;

/** Id of the release that a build of the app's folder makes now. */
export function releaseIdOf(folder: string): string {
  return releaseId(versionOf(folder), ROOT, inputsOf(folder));
}

/**
 * What an app is built from: its folder, the lockfile, the build itself, and the workspace packages it depends on, directly or not.
 * A remote bundles none of the shared ones (the shell brings them), so their change is a release of the shell alone. A change of one
 * area's contract renames the releases of the apps that import it, and no others.
 */
export function inputsOf(folder: string): string[] {
  const shared = new Set(isShell(folder) ? [] : sharedFolders());
  const packages = workspacePackages();
  const inputs = new Set([folder, BUILD]);
  for (const input of inputs) {
    for (const name of dependenciesOf(input)) {
      const dependency = packages.get(name);
      if (dependency && !shared.has(dependency)) inputs.add(dependency);
    }
  }
  return [...inputs, path.join(ROOT, "package-lock.json")];
}

const BUILD = path.join(ROOT, "libs/federation");

const dependenciesOf = (folder: string) =>
  Object.keys(readJson<{ dependencies?: Record<string, string> }>(path.join(folder, "package.json")).dependencies ?? {});

/** Folder of each package below libs, by its name. */
function workspacePackages(): Map<string, string> {
  const folders = ["libs", "libs/facades", "libs/contracts"].flatMap((parent) =>
    readdirSync(path.join(ROOT, parent)).map((name) => path.join(ROOT, parent, name)),
  );
  const packages = folders.filter((folder) => existsSync(path.join(folder, "package.json")));
  return new Map(packages.map((folder) => [readJson<{ name: string }>(path.join(folder, "package.json")).name, folder]));
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
