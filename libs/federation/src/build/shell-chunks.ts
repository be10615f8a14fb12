import path from "node:path";
import type { Compilation, Compiler, Module } from "@rspack/core";
import { ROOT } from "./paths.ts";

/** React, the router and the query cache: what every page needs and what changes least. */
const VENDOR =
  /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]|libs[\\/]facades[\\/](router|query)[\\/]/;

/** Groups of what a shared library reaches, by the library's folder; those of every first view first. */
const GROUPS: Record<string, string> = {
  fluent: "facades/fluent",
  "fluent-data": "facades/fluent-data",
  ui: "ui",
  "shell-api": "shell-api",
  "fluent-extra": "facades/fluent-extra",
};

/** Chunks of shared modules that a first view needs, in the order in which the page asks for them. */
export const FIRST_CHUNKS = ["vendor", "fluent", "fluent-data", "ui"];

/**
 * Puts the shell's shared modules into a few async chunks that are fetched in parallel: one large eager file is
 * evaluated ~50 ms later. A module goes to the first group whose library reaches it. No group may be called like an
 * `import()` chunk: with shared modules in it, loading hung.
 */
export class ShellChunksPlugin {
  apply(compiler: Compiler): void {
    let groupOf: (module: Module) => string | undefined = () => undefined;
    compiler.hooks.thisCompilation.tap("TesseraShellChunks", (compilation) => {
      let groups: Map<string, string> | null = null;
      groupOf = (module) => {
        groups ??= groupsOf(compilation); // asked for the first time when chunks are made and none is split yet
        return groups.get(module.identifier());
      };
    });
    const group = (name: string, priority: number, test: (module: Module) => boolean) =>
      ({ name, priority, test, chunks: "async", enforce: true }) as const;
    compiler.options.optimization.splitChunks = {
      chunks: "async",
      minSize: 0,
      cacheGroups: {
        default: false,
        defaultVendors: false,
        vendor: group("vendor", 9, (module) => isCode(module) && VENDOR.test(module.nameForCondition()!)),
        ...Object.fromEntries(
          Object.keys(GROUPS).map((name) => [
            name,
            group(name === "shell-api" ? "ui" : name, 1, (module) => groupOf(module) === name),
          ]),
        ),
      },
    };
  }
}

/**
 * The first group that reaches each module, by identifier: found by the chunks that hold a library, before they are
 * split.
 */
function groupsOf({ modules, chunkGraph }: Compilation): Map<string, string> {
  const groups = new Map<string, string>();
  for (const [name, folder] of Object.entries(GROUPS)) {
    const index = path.join(ROOT, "libs", folder, "src/index.ts");
    // .ts or .tsx
    const library = [...modules].find((module) => module.nameForCondition()?.startsWith(index) && isCode(module));
    for (const chunk of library ? chunkGraph.getModuleChunks(library) : []) {
      for (const module of chunkGraph.getChunkModules(chunk)) {
        if (isCode(module) && !groups.has(module.identifier())) groups.set(module.identifier(), name);
      }
    }
  }
  return groups;
}

/** Not the federation's own modules that provide and consume shared ones: those stay where they are. */
const isCode = (module: Module) =>
  !/^(consume|provide)|shared module/.test(module.identifier()) && Boolean(module.nameForCondition());
