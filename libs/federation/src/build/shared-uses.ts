import { createRequire } from "node:module";
import path from "node:path";
import type { Compilation, Compiler, Module } from "@rspack/core";
import type { SharedModules } from "../composition.ts";
import { ROOT, readJson } from "./paths.ts";
import { sharedVersion, sharedVersions } from "./shared-modules.ts";

/** What the bundler calls a module that a remote takes from the shell. */
const CONSUMED = /^consume shared module \([^)]*\) (@?[^@\s]+)/;
/** What the federation plugin calls the chunk of `src/routes.tsx`. */
export const ROUTES_CHUNK = "__federation_expose_routes";
/** The shell's list of what it gives. */
const LIST = /[\\/]src[\\/]shared-modules\.ts$/;

const seen = new Map<string, SharedModules>();
const seenFirst = new Map<string, string[]>();

/**
 * What the build of this folder takes of the shell's shared modules, or the shell's gives.
 * @throws Error when it was not built by this process
 */
export function sharedOf(folder: string): SharedModules {
  const shared = seen.get(folder);
  if (!shared) throw new Error(`${folder} was not built by this process: what it shares is not known`);
  return shared;
}

/** Names of the shared modules that the routes of a remote take at once; none where it was not built. */
export const sharedFirstOf = (folder: string): string[] => seenFirst.get(folder) ?? [];

/**
 * A plugin that notes which exports of shared modules a remote imports, or which ones the shell has: the registry
 * compares them.
 */
export const noteShared = (folder: string, side: "provides" | "uses") => ({
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap("TesseraShared", (compilation) => {
      compilation.hooks.afterOptimizeModules.tap("TesseraShared", () => {
        seen.set(folder, side === "uses" ? usedBy(compilation) : givenBy(compilation));
        if (side === "uses") seenFirst.set(folder, usedFirst(compilation));
      });
    });
  },
});

function usedBy({ modules, moduleGraph }: Compilation): SharedModules {
  const used = new Map<string, Set<string>>();
  for (const module of modules) {
    for (const { module: target, dependency } of moduleGraph.getOutgoingConnections(module)) {
      const name = CONSUMED.exec(target?.identifier() ?? "")?.[1];
      if (!name) continue;
      const exports = used.get(name) ?? new Set();
      used.set(name, exports);
      // A member of an imported object is not an export: `tokens.colorBrand` takes `tokens`.
      const imported = "ids" in dependency ? (dependency.ids as string[] | undefined)?.[0] : undefined;
      if (imported) exports.add(imported);
    }
  }
  return sorted(
    [...used].map(([name, exports]) => [
      name,
      { version: `^${major(sharedVersion(name))}`, exports: [...exports].sort() },
    ]),
  );
}

function usedFirst({ modules, chunkGraph }: Compilation): string[] {
  const names = [...modules].flatMap((module) => {
    const name = CONSUMED.exec(module.identifier())?.[1];
    const isFirst = name && [...chunkGraph.getModuleChunks(module)].some((chunk) => chunk.name === ROUTES_CHUNK);
    return isFirst ? [name] : [];
  });
  return [...new Set(names)].sort();
}

function givenBy({ modules, moduleGraph }: Compilation): SharedModules {
  const versions = sharedVersions();
  const list = [...modules].find((module) => LIST.test(module.nameForCondition() ?? ""));
  const given = new Map(
    (list ? moduleGraph.getOutgoingConnections(list) : []).flatMap(({ dependency, module }) => {
      const name = "request" in dependency ? (dependency.request as string | undefined) : undefined;
      return name && versions[name] ? [[name, module] as const] : [];
    }),
  );
  const lacking = Object.keys(versions).filter((name) => !given.has(name));
  if (lacking.length) throw new Error(`src/shared-modules.ts of the shell does not load ${lacking.join(", ")}`);
  return sorted(
    [...given].map(([name, module]) => [
      name,
      { version: versions[name]!, exports: exportsOf(name, module, moduleGraph) },
    ]),
  );
}

/** Packages that are CommonJS, React among them, say what they export only when they run. */
function exportsOf(name: string, module: Module | null | undefined, moduleGraph: Compilation["moduleGraph"]): string[] {
  const known = module && moduleGraph.getProvidedExports(module);
  return (Array.isArray(known) ? known : Object.keys(createRequire(path.join(ROOT, "package.json"))(name))).sort();
}

/**
 * Versions of the shell API that the shell serves: its own, and those of older major versions that the package lists
 * beside it.
 */
export function shellApiVersions(): string {
  const { version, tessera } = readJson<{ version: string; tessera?: { alsoServes?: string[] } }>(
    path.join(ROOT, "libs/shell-api/package.json"),
  );
  return [version, ...(tessera?.alsoServes ?? [])].join(" ");
}

/**
 * A remote follows a shared library's major version alone: with the whole version, each change of one would rename all
 * remotes.
 */
const major = (version: string) => version.split(".")[0]!;

const sorted = (entries: [string, SharedModules[string]][]): SharedModules =>
  Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
