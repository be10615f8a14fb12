import path from "node:path";
import type { Chunk, Compilation, Compiler, Module } from "@rspack/core";
import { ROOT } from "./paths.ts";

/** React and the router: what every page needs and what changes least. */
const VENDOR = /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]|libs[\\/]facades[\\/]router[\\/]/;

/** Chunks of the shell's own code that every page has, and the login page, which most people see first. */
const FIRST = ["app", "page-login"];

/** Groups of what a shared library reaches beside that, by the library's folder; those of every remote's page first. */
const GROUPS: Record<string, string> = {
  fluent: "facades/fluent",
  ui: "ui",
  query: "facades/query",
  "shell-api": "shell-api",
  "fluent-data": "facades/fluent-data",
  "fluent-extra": "facades/fluent-extra",
};
/** Libraries whose rest comes in one file: each request more delays the first view of a remote's page. */
const WITH_UI = new Set(["fluent", "ui", "query", "shell-api"]);

/** Chunks that every first view needs, in the order in which the page asks for them, beside `boot` and `app`. */
export const FIRST_CHUNKS = ["vendor", "base"];
/** What first views of remotes' pages need beside them; what loads remotes first, for the page asks for it early. */
export const FRAMED_CHUNKS = ["federation", "ui", "framed"];
/** What holds the shared modules that only some pages of remotes take. */
export const SHARED_CHUNKS: Record<string, string[]> = {
  "@tessera/fluent-data": ["fluent-data"],
  "@tessera/fluent-extra": ["fluent-data", "fluent-extra"],
};
/** Chunk of a page of the shell, by the id of its route. */
export const pageChunk = (id: string) => `page-${id}`;
/** The front page holds what it draws of the libraries itself: people who sign in load that again, with the rest. */
const FRONT = pageChunk("index");

/**
 * Puts the shell's libraries into a few async chunks that are fetched in parallel: one large eager file is evaluated
 * ~50 ms later. What the shell's own first pages draw is `base`; the rest of each library comes when a remote takes it.
 * A module goes to the first group whose library reaches it. No group may be called like an `import()` chunk: with
 * shared modules in it, loading hung.
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
    const isAsync = (chunk: Chunk) => !chunk.canBeInitial();
    const isAsyncButFront = (chunk: Chunk) => isAsync(chunk) && chunk.name !== FRONT;
    const group = (name: string, priority: number, test: (module: Module) => boolean, chunks = isAsync) =>
      ({ name, priority, test, chunks, enforce: true }) as const;
    const libraries = [...new Set(Object.keys(GROUPS).map((name) => (WITH_UI.has(name) ? "ui" : name)))];
    compiler.options.optimization.splitChunks = {
      chunks: "async",
      minSize: 0,
      cacheGroups: {
        default: false,
        defaultVendors: false,
        vendor: group("vendor", 9, (module) => VENDOR.test(module.nameForCondition() ?? "")),
        base: group("base", 8, (module) => groupOf(module) === "base"),
        ...Object.fromEntries(
          libraries.map((name) => [name, group(name, 1, (module) => groupOf(module) === name, isAsyncButFront)]),
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
  const own = path.join(ROOT, "shell/src") + path.sep;
  const put = (module: Module, group: string) => {
    const name = module.nameForCondition();
    if (name && !name.startsWith(own) && !groups.has(module.identifier())) groups.set(module.identifier(), group);
  };
  const isIn = (module: Module, chunks: string[]) =>
    [...chunkGraph.getModuleChunks(module)].some(({ name }) => name && chunks.includes(name));
  for (const module of modules) if (isIn(module, FIRST)) put(module, "base");
  for (const [name, folder] of Object.entries(GROUPS)) {
    const index = path.join(ROOT, "libs", folder, "src/index.ts");
    // .ts or .tsx
    const library = [...modules].find((module) => module.nameForCondition()?.startsWith(index));
    for (const chunk of library ? chunkGraph.getModuleChunks(library) : [])
      for (const module of chunkGraph.getChunkModules(chunk)) put(module, WITH_UI.has(name) ? "ui" : name);
  }
  return groups;
}
