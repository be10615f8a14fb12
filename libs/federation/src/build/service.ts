import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import type { Configuration, ExternalItem } from "@rspack/core";
import { typescriptRule } from "./base.ts";
import { IS_INSTALLED, ROOT } from "./paths.ts";

const FOLDERS_LOADER = path.join(import.meta.dirname, "folders-loader.mjs");

/**
 * Packages that stay files of their own: with binaries or threads, loaded only where they are used, or with functions
 * that Node.js warns of outside of packages.
 */
const APART = new Set(["@aws-sdk/client-s3", "@node-rs/argon2", "pino", "web-push"]);

const isOurs = (request: string) => (IS_INSTALLED ? /^[./#]/ : /^(\.|\/|#|@tessera\/)/).test(request);
const packageOf = (request: string) => request.split("/", request.startsWith("@") ? 2 : 1).join("/");
/** Packages from npm, and those that may be missing: they are tried for at run time. */
const isBundled = (name: string) =>
  !IS_INSTALLED && !APART.has(name) && existsSync(path.join(ROOT, "node_modules", name));

const external: ExternalItem = ({ request, dependencyType }, callback) => {
  if (!request || isOurs(request) || (!isBuiltin(request) && isBundled(packageOf(request)))) return callback();
  return callback(undefined, request, dependencyType === "commonjs" ? "node-commonjs" : "module-import");
};

/**
 * A service's process: `src/main.ts` with our own libraries and the packages from npm, thousands of small files, in a
 * few ESM files. Packages are resolved, and their modules kept, as Node does it. In a repository of its own packages
 * from npm stay imports.
 */
export function serviceConfig(folder: string): Configuration {
  return {
    context: folder,
    name: path.basename(folder),
    mode: "production",
    devtool: "nosources-source-map",
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
      // In parentheses V8 compiles functions of modules with the file, and so keeps them in the cache of compiled code.
      environment: { methodShorthand: false, arrowFunction: false },
      // A path from the map to the source.
      devtoolModuleFilenameTemplate: "../[resource-path]",
    },
    externalsType: "module-import",
    externals: [external],
    externalsPresets: { node: false },
    resolve: {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
      mainFields: ["main"],
      byDependency: {
        esm: { conditionNames: ["node", "import"] },
        commonjs: { conditionNames: ["node", "require"] },
      },
    },
    module: {
      parser: { javascript: { importMeta: false, url: false, worker: false, exportsPresence: "warn" } },
      rules: [
        // As a module of Node takes CommonJS: all of it is the default.
        { ...typescriptRule("node"), type: "javascript/esm" },
        ...(IS_INSTALLED ? [] : [{ test: /\.ts$/, enforce: "pre" as const, loader: FOLDERS_LOADER }]),
        { test: /\.sql$/, type: "asset/source" },
      ],
    },
    // Nest finds providers by class, logs and pg-boss by name.
    optimization: { minimize: false, splitChunks: false, sideEffects: false },
    performance: { hints: false },
    stats: "errors-warnings",
  };
}
