import { existsSync } from "node:fs";
import path from "node:path";
import { ModuleFederationPlugin } from "@module-federation/enhanced/rspack";
import type { Compilation, Configuration, Module } from "@rspack/core";
import { globalNameOf } from "../composition.ts";
import { modulesOf } from "../manifest.ts";
import { type BuildOptions, browserBase, oneFederationRuntime } from "./base.ts";
import { GlobalsPlugin } from "./globals-plugin.ts";
import { appOf } from "./paths.ts";
import { readManifest } from "./release-file.ts";
import { CHUNKS, RELOCATABLE_LIBRARY } from "./relocatable.ts";
import { usesOfShared } from "./shared-modules.ts";
import { noteShared, ROUTES_CHUNK } from "./shared-uses.ts";

/**
 * `src/routes.tsx`, which a remote without pages of its own need not have, and every module that the manifest names.
 */
function exposesOf(folder: string): Record<string, string> {
  const routes = existsSync(path.join(folder, "src/routes.tsx")) ? { "./routes": "./src/routes.tsx" } : {};
  const modules = modulesOf(readManifest(folder)).map((name) => [`./${name}`, `./src/${name}`]);
  return { ...routes, ...Object.fromEntries(modules) };
}

/** Release id of a developer's own build. */
export const DEVELOPMENT = "development";

/**
 * Sources of one file, bytes: about a third is left of them, and 8 kB of that as they are sent. A changed text costs a
 * returning visitor one such file, of at most 10 kB; smaller ones would cost a first view more requests.
 */
const MAX_SOURCE = 75_000;

/**
 * Beside the routes is one more file: what they share with contributed modules, and what they use of other people's
 * code. Left to itself, the bundler makes a file for each set of modules that share something, and each is one more
 * request of a first view. What a team changes most, its own pages, is then a small file; where it shares much of its
 * own, that is in files apart.
 */
function besideRoutes(folder: string) {
  const src = path.join(folder, "src") + path.sep;
  const isOwn = (module: Module) => module.nameForCondition()?.startsWith(src) === true;
  const group = (name: string, test: (module: Module, chunks: string[]) => boolean) => ({
    name,
    chunks: "async" as const,
    minSize: 0,
    maxSize: Number.MAX_SAFE_INTEGER,
    priority: 1,
    test: (module: Module, { chunkGraph }: Pick<Compilation, "chunkGraph">) => {
      const chunks = [...chunkGraph.getModuleChunks(module)].map(({ name }) => name ?? "");
      return chunks.includes(ROUTES_CHUNK) && test(module, chunks);
    },
  });
  const isCommon = (_: Module, chunks: string[]) => chunks.length > 1;
  return {
    own: {
      ...group("shared-own", (module, chunks) => isOwn(module) && isCommon(module, chunks)),
      // Less than this stays with the rest; and where one more file is needed, the two are nearly even.
      minSize: MAX_SOURCE * 0.65,
      maxSize: MAX_SOURCE,
      priority: 2,
    },
    common: group("shared", isCommon),
    foreign: group("shared", (module) => !isOwn(module)),
  };
}

/**
 * A remote: exposes its routes and what its manifest contributes, brings none of what the shell shares, knows no other
 * remote.
 */
export function remoteConfig(options: BuildOptions): Configuration {
  const app = appOf(options.folder);
  const base = browserBase(options);
  const relocatable = options.publicPath === undefined;
  return {
    ...base,
    name: app,
    entry: {},
    output: { ...base.output, uniqueName: `tessera_${app}`, ...(relocatable ? { chunkLoadingGlobal: CHUNKS } : {}) },
    optimization: {
      ...base.optimization,
      // Short names of exports depend on how many a module has: one more in a contract would change all files that use
      // another of it.
      mangleExports: false,
      splitChunks: {
        chunks: "async",
        maxSize: MAX_SOURCE,
        cacheGroups: { defaultVendors: false, ...besideRoutes(options.folder) },
      },
    },
    plugins: [
      ...(base.plugins ?? []),
      new GlobalsPlugin(),
      new ModuleFederationPlugin({
        name: app,
        filename: "remoteEntry.js",
        exposes: exposesOf(options.folder),
        library: relocatable ? RELOCATABLE_LIBRARY : { type: "var", name: globalNameOf(app, DEVELOPMENT) },
        shared: usesOfShared(),
        shareStrategy: "loaded-first",
        manifest: true,
        dts: false,
        experiments: {
          externalRuntime: true,
          optimization: { target: "web", disableSnapshot: true, disableRemote: true },
        },
      }),
      ...oneFederationRuntime(),
      noteShared(options.folder, "uses"),
    ],
  };
}
