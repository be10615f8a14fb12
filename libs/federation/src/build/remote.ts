import { existsSync } from "node:fs";
import path from "node:path";
import { ModuleFederationPlugin } from "@module-federation/enhanced/rspack";
import type { Compilation, Configuration, Module } from "@rspack/core";
import { globalNameOf } from "../composition.ts";
import { modulesOf } from "../manifest.ts";
import { type BuildOptions, browserBase, oneFederationRuntime } from "./base.ts";
import { readManifest } from "./release-file.ts";
import { CHUNKS, RELOCATABLE_LIBRARY } from "./relocatable.ts";
import { sharedModules } from "./shared-modules.ts";
import { noteShared } from "./shared-uses.ts";

/** `src/routes.tsx`, which a remote without pages of its own need not have, and every module that the manifest names. */
function exposesOf(folder: string): Record<string, string> {
  const routes = existsSync(path.join(folder, "src/routes.tsx")) ? { "./routes": "./src/routes.tsx" } : {};
  const modules = modulesOf(readManifest(folder)).map((name) => [`./${name}`, `./src/${name}`]);
  return { ...routes, ...Object.fromEntries(modules) };
}

/** Release id of a developer's own build. */
export const DEVELOPMENT = "development";

const ROUTES_CHUNK = "__federation_expose_routes";

/**
 * What the routes share with contributed modules is one file beside them. Left to itself, the bundler makes a file for each set of modules
 * that share something: each is one more request of a first view.
 */
const WITH_ROUTES = {
  name: "shared",
  chunks: "async",
  minChunks: 2,
  minSize: 0,
  priority: 1,
  test: (module: Module, { chunkGraph }: Pick<Compilation, "chunkGraph">) =>
    [...chunkGraph.getModuleChunks(module)].some(({ name }) => name === ROUTES_CHUNK),
} as const;

/** A remote: exposes its routes and what its manifest contributes, brings none of what the shell shares, knows no other remote. */
export function remoteConfig(options: BuildOptions): Configuration {
  const app = path.basename(options.folder);
  const base = browserBase(options);
  const relocatable = options.publicPath === undefined;
  return {
    ...base,
    name: app,
    entry: {},
    output: { ...base.output, uniqueName: `tessera_${app}`, ...(relocatable ? { chunkLoadingGlobal: CHUNKS } : {}) },
    optimization: { ...base.optimization, splitChunks: { chunks: "async", cacheGroups: { defaultVendors: false, shared: WITH_ROUTES } } },
    plugins: [
      ...(base.plugins ?? []),
      new ModuleFederationPlugin({
        name: app,
        filename: "remoteEntry.js",
        exposes: exposesOf(options.folder),
        library: relocatable ? RELOCATABLE_LIBRARY : { type: "var", name: globalNameOf(app, DEVELOPMENT) },
        shared: sharedModules("uses"),
        shareStrategy: "loaded-first",
        manifest: true,
        dts: false,
        experiments: { externalRuntime: true, optimization: { target: "web", disableSnapshot: true, disableRemote: true } },
      }),
      ...oneFederationRuntime(),
      noteShared(options.folder, "uses"),
    ],
  };
}
