import type { Chunk, Compilation, Configuration, Module } from "@rspack/core";

type ChunkGraph = Compilation["chunkGraph"];

/** React, the router and the query cache: what every page needs and what changes least. */
const VENDOR = /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]|libs[\\/]facades[\\/](router|query)[\\/]/;

/** Chunks of the shell that carry shared modules, in the order in which the page asks for them. */
export const SHELL_CHUNKS = ["vendor", "fluent", "fluent-data", "fluent-extra"] as const;

/**
 * Shared modules live in a few async chunks that are fetched in parallel: one large eager file is evaluated ~50 ms later. A module goes to
 * the first group whose facade reaches it. No group may be called like an `import()` chunk: with shared modules in it, loading hung.
 */
export function shellChunks(): NonNullable<Configuration["optimization"]>["splitChunks"] {
  const reachedBy = (facade: string) => {
    const index = new RegExp(`libs[\\\\/]facades[\\\\/]${facade}[\\\\/]src[\\\\/]index\\.ts$`);
    return (module: Module, { chunkGraph }: { chunkGraph: ChunkGraph }) =>
      isCode(module) && [...chunkGraph.getModuleChunks(module)].some((chunk) => holds(chunkGraph, chunk, index));
  };
  const group = (name: string, priority: number, test: ReturnType<typeof reachedBy>) =>
    ({ name, priority, test, chunks: "async", enforce: true }) as const;
  return {
    chunks: "async",
    minSize: 0,
    cacheGroups: {
      default: false,
      defaultVendors: false,
      vendor: group("vendor", 9, (module) => isCode(module) && VENDOR.test(module.nameForCondition()!)),
      fluent: group("fluent", 3, reachedBy("fluent")),
      fluentData: group("fluent-data", 2, reachedBy("fluent-data")),
      fluentExtra: group("fluent-extra", 1, reachedBy("fluent-extra")),
    },
  };
}

/** Not the federation's own modules that provide and consume shared ones: those stay where they are. */
const isCode = (module: Module) => !/^(consume|provide)|shared module/.test(module.identifier()) && Boolean(module.nameForCondition());

const holds = (chunkGraph: ChunkGraph, chunk: Chunk, index: RegExp) =>
  [...chunkGraph.getChunkModules(chunk)].some((module) => index.test(module.nameForCondition() ?? ""));
