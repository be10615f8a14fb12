import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { CONTRACTS } from "./areas.ts";
import { isLater } from "./broken.ts";

const ROOT = path.resolve(CONTRACTS, "../..");
const OWN = /^@tessera\//;

interface PackageFile {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** A package of the workspace. */
export interface Package extends PackageFile {
  /** From the root, with slashes. */
  folder: string;
}

/** How the sources of a package use another one of the workspace. */
export interface Uses {
  /** Bundled or run: an import of values. */
  values: Set<string>;
  /** Gone once compiled. */
  types: Set<string>;
  /** By tests, their tools and commands. */
  tests: Set<string>;
}

/** All packages of the workspace. */
export function packages(): Package[] {
  const { workspaces } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as { workspaces: string[] };
  return workspaces
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .map((folder) => folder.replaceAll("\\", "/"))
    .filter((folder) => existsSync(path.join(ROOT, folder, "package.json")))
    .sort()
    .map((folder) => ({
      ...(JSON.parse(readFileSync(path.join(ROOT, folder, "package.json"), "utf8")) as PackageFile),
      folder,
    }));
}

/** The files of a package's own folder: not those of a package below it. */
export function usesOf({ name, folder }: Pick<Package, "name" | "folder">): Uses {
  const uses: Uses = { values: new Set(), types: new Set(), tests: new Set() };
  const cwd = path.join(ROOT, folder);
  const files = globSync("**/*.{ts,tsx,mjs}", {
    cwd,
    exclude: (file) => /^(node_modules|dist|templates)$/.test(path.basename(file)),
  });
  for (const file of files) {
    if (file.endsWith(".d.ts") || isOfAnother(cwd, file)) continue;
    const isTest = OF_TESTS.test(file.replaceAll("\\", "/"));
    for (const { from, typesOnly } of importsOf(readFileSync(path.join(cwd, file), "utf8")))
      if (from !== name) uses[isTest ? "tests" : typesOnly ? "types" : "values"].add(from);
  }
  return uses;
}

const OF_TESTS = /\.(spec|test|e2e|stories)\.tsx?$|(^|\/)(testing|bin|bench)\/|(^|\/)testing\.tsx?$|^api\//;

function isOfAnother(root: string, file: string): boolean {
  for (let at = path.dirname(file); at !== "."; at = path.dirname(at))
    if (existsSync(path.join(root, at, "package.json"))) return true;
  return false;
}

/** Packages of the workspace that a source imports, each with whether the compiler drops the import. */
export function importsOf(source: string): { from: string; typesOnly: boolean }[] {
  return [...source.matchAll(IMPORT)].flatMap(([, type, names, named, dynamic]) => {
    const from = (named ?? dynamic)!.split("/").slice(0, 2).join("/");
    const list = /^\s*\{([\s\S]*)\}\s*$/.exec(names ?? "")?.[1];
    const typesOnly = type || list?.split(",").every((one) => /^\s*(type\s|$)/.test(one));
    return OWN.test(from) ? [{ from, typesOnly: Boolean(typesOnly) }] : [];
  });
}

/** `import … from "…"`, `export … from "…"`, `import "…"`, `import("…")`, `require.resolve("…")`. */
const IMPORT =
  /(?:^(?:import|export)\s+(type\s)?(?:([^;"']*?)\sfrom\s+)?|\b(?:import|resolve)\(\s*(?="))"(@tessera\/[\w-]+[^"]*)"|\bfrom\s+"(@tessera\/[^"]+)"/gm;

/** What is wrong with what a package declares, a sentence each. */
export function mistakes(own: Package, uses: Uses, all: readonly Pick<Package, "name" | "version">[]): string[] {
  const dependencies = ofOurs(own.dependencies);
  const development = ofOurs(own.devDependencies);
  const declared = new Map([...development, ...dependencies]);
  const versions = new Map(all.map(({ name, version }) => [name, version]));
  const used = new Set([...uses.values, ...uses.types, ...uses.tests]);
  return [
    ...[...uses.values]
      .filter((name) => !dependencies.has(name))
      .map((name) => `${name} is imported: add it to dependencies`),
    ...[...used]
      .filter((name) => !uses.values.has(name) && !declared.has(name))
      .map((name) => `${name} is imported by ${uses.types.has(name) ? "type" : "tests"}: add it to devDependencies`),
    ...[...dependencies.keys()]
      .filter((name) => !uses.values.has(name) && !uses.types.has(name))
      .map((name) => `${name} is no dependency: ${used.has(name) ? "only tests import it" : "nothing imports it"}`),
    ...[...development.keys()]
      .filter((name) => !used.has(name))
      .map((name) => `${name} is no devDependency: nothing imports it`),
    ...[...declared].flatMap(([name, range]) => {
      const version = versions.get(name) ?? "not there";
      return fits(version, range) ? [] : [`${name} is ${version}, not ${range}`];
    }),
  ];
}

/**
 * `1.2.0` is that version alone, `^1.2.0` any later one of the same major version: a contract may grow without its
 * users' files.
 */
function fits(version: string, range: string): boolean {
  if (!range.startsWith("^")) return version === range;
  const least = range.slice(1);
  return version.split(".")[0] === least.split(".")[0] && (version === least || isLater(version, least));
}

const ofOurs = (list: Record<string, string> = {}) => new Map(Object.entries(list).filter(([name]) => OWN.test(name)));
