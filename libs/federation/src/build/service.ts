import path from "node:path";
import type { Configuration } from "@rspack/core";
import { typescriptRule } from "./base.ts";
import { IS_INSTALLED } from "./paths.ts";

const FOLDERS_LOADER = path.join(import.meta.dirname, "folders-loader.mjs");

/**
 * Imported from npm they are hundreds of small files, most of which a process does not use: half a second at a start.
 */
const BUNDLED = /^drizzle-orm(\/|$)/;

/**
 * A service's process: `src/main.ts` with our own libraries in one ESM file; other packages from npm stay imports. In a
 * repository of its own all packages do.
 */
export function serviceConfig(folder: string): Configuration {
  return {
    context: folder,
    name: path.basename(folder),
    mode: "production",
    devtool: "source-map",
    target: "node22",
    entry: { main: "./src/main.ts" },
    output: {
      path: path.join(folder, "dist"),
      clean: true,
      filename: "[name].js",
      chunkFilename: "[name].js",
      module: true,
      chunkFormat: "module",
      chunkLoading: "import",
      library: { type: "module" },
    },
    externalsType: "module-import",
    externals: [
      ({ request }, callback) => {
        const ours = !request || (IS_INSTALLED ? /^[./]/ : /^(\.|\/|@tessera\/)/).test(request);
        return ours || (!IS_INSTALLED && BUNDLED.test(request)) ? callback() : callback(undefined, request);
      },
    ],
    resolve: { extensions: [".ts", ".tsx", ".mjs", ".js"] },
    module: {
      parser: { javascript: { importMeta: false, url: false, worker: false } },
      rules: [
        typescriptRule("node"),
        ...(IS_INSTALLED ? [] : [{ test: /\.ts$/, enforce: "pre" as const, loader: FOLDERS_LOADER }]),
        { test: /\.sql$/, type: "asset/source" },
      ],
    },
    // Nest finds providers by class, logs and pg-boss by name.
    optimization: { minimize: false, splitChunks: false },
    performance: { hints: false },
    stats: "errors-warnings",
  };
}
