import path from "node:path";
import { type Configuration, rspack } from "@rspack/core";
import { assetAddress } from "../asset-address.ts";
import type { Release } from "../composition.ts";
import { HANG_WORKER } from "../runtime/hang-watch.ts";
import { type BuildOptions, browserBase, typescriptRule, withoutSentences } from "./base.ts";
import { ROOT } from "./paths.ts";
import { sharedVersions } from "./shared-modules.ts";
import { noteShared } from "./shared-uses.ts";
import { ShellChunksPlugin } from "./shell-chunks.ts";

const RUNTIME = path.resolve(import.meta.dirname, "../runtime");
/** Fluent's list of its tokens by name gives way to a short one (libs/facades/fluent/src/tokens.ts). */
const shortTokens = () =>
  new rspack.NormalModuleReplacementPlugin(/^\.\/tokens(\.js)?$/, (data) => {
    if (/[\\/]@fluentui[\\/]tokens[\\/]lib$/.test(data.context))
      data.request = path.join(ROOT, "libs/facades/fluent/src/tokens.ts");
  });

/**
 * The product is written from left to right: Griffel's rules for the other direction, each made a second time, are left
 * out with the library that turns them.
 */
const leftToRight = () =>
  new rspack.NormalModuleReplacementPlugin(
    /^rtl-css-js\/core$/,
    path.join(ROOT, "libs/facades/fluent/src/left-to-right.ts"),
  );

const NO_PRELOADING = `const none = () => { throw new Error("left out of this build") };
export const defaultPreloadArgs = {};
export { none as formatPreloadArgs, none as normalizePreloadExposes, none as preloadAssets };`;

/** The federation runtime's own preloading is left out: runtime/download.ts does it by the composition. */
const withoutPreloading = () =>
  new rspack.NormalModuleReplacementPlugin(/\/utils\/preload\.js$/, (data) => {
    if (/[\\/]@module-federation[\\/]runtime-core[\\/]dist\b/.test(data.context))
      data.request = `data:text/javascript,${encodeURIComponent(NO_PRELOADING)}`;
  });

/** Runs before React, in a developer's build alone. */
const REFRESH_HOOK = path.join(RUNTIME, "refresh-hook.ts");

/**
 * The shell: starts at `src/boot.ts`, provides the shared modules (runtime/federation.ts), knows no remote. Its own
 * code takes them as any module: a page carries of them what it draws.
 */
export function shellConfig(options: BuildOptions): Configuration {
  const base = browserBase(options);
  return {
    ...base,
    name: "shell",
    entry: { boot: options.dev ? [REFRESH_HOOK, "./src/boot.ts"] : "./src/boot.ts" },
    output: { ...base.output, uniqueName: "tessera_shell" },
    plugins: [
      ...(base.plugins ?? []),
      new rspack.DefinePlugin({
        TESSERA_SHARED_VERSIONS: JSON.stringify(sharedVersions()),
        // Of the federation run time, what reads manifests and what runs on servers is left out: the page has both.
        ENV_TARGET: '"web"',
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: "true",
      }),
      shortTokens(),
      leftToRight(),
      withoutSentences(),
      withoutPreloading(),
      new ShellChunksPlugin(),
      noteShared(options.folder, "provides"),
      // Served at the root by the gateway: /manifest.webmanifest, /favicon.svg, /icons/…
      new rspack.CopyRspackPlugin({ patterns: [{ from: "public", to: PUBLIC_FOLDER, noErrorOnMissing: true }] }),
    ],
  };
}

export const PUBLIC_FOLDER = "public";

/** The worker that reports pages that hang: alone in its file, without the federation runtime. */
export function hangWorkerConfig({ folder }: Pick<BuildOptions, "folder">): Configuration {
  return {
    context: folder,
    name: "hang worker",
    mode: "production",
    devtool: false,
    target: ["webworker", "es2022"],
    entry: { hang: path.join(RUNTIME, "hang-worker.ts") },
    output: { path: path.join(folder, "dist"), filename: HANG_WORKER },
    resolve: { extensions: [".ts", ".js"] },
    module: { rules: [typescriptRule("browser")] },
  };
}

/** Folder of the scripts that run beside the page, in the shell's `src` and in its release. */
export const WORKERS_FOLDER = "workers";

/**
 * Each of the shell's `src/workers`: alone in its file, fetched when it is wanted, so neither part of a page nor kept
 * by the service worker beforehand.
 */
export function workersConfig({ folder }: Pick<BuildOptions, "folder">, names: readonly string[]): Configuration {
  return {
    context: folder,
    name: "workers",
    mode: "production",
    devtool: false,
    target: ["webworker", "es2022"],
    entry: Object.fromEntries(names.map((name) => [name, `./src/${WORKERS_FOLDER}/${name}.ts`])),
    output: { path: path.join(folder, "dist", WORKERS_FOLDER), filename: "[name].js" },
    resolve: {
      extensions: [".ts", ".mjs", ".js"],
      // Models run in WebAssembly alone; the default brings two more runtimes.
      alias: { "onnxruntime-web$": "onnxruntime-web/wasm" },
    },
    module: {
      // The runtime is handed its WebAssembly; its own address would be a second copy of it in the release.
      parser: { javascript: { url: false } },
      rules: [typescriptRule("browser")],
    },
    optimization: { splitChunks: false, runtimeChunk: false },
    performance: { hints: false },
    plugins: [new rspack.DefinePlugin({ "import.meta.url": "self.location.href" })],
  };
}

/**
 * The service worker, `src/sw.ts`: its `self.__WB_MANIFEST` is the list of the scripts and styles in the shell's
 * `dist`.
 */
export function serviceWorkerConfig(
  { folder }: Pick<BuildOptions, "folder">,
  precached: Release["files"],
): Configuration {
  const list = precached.map(({ path: file, integrity }) => ({
    url: assetAddress("shell", file, integrity),
    revision: null,
  }));
  return {
    context: folder,
    name: "service worker",
    mode: "production",
    devtool: false,
    target: ["webworker", "es2022"],
    entry: { sw: "./src/sw.ts" },
    output: { path: path.join(folder, "dist", PUBLIC_FOLDER), filename: "[name].js" },
    resolve: { extensions: [".ts", ".mjs", ".js"] },
    module: { rules: [typescriptRule("browser")] },
    optimization: { splitChunks: false },
    performance: { hints: false },
    plugins: [
      new rspack.DefinePlugin({
        "self.__WB_MANIFEST": JSON.stringify(list),
        "process.env.NODE_ENV": '"production"',
      }),
    ],
  };
}
