import path from "node:path";
import { type Configuration, type RuleSetRule, rspack } from "@rspack/core";
import { ReactRefreshRspackPlugin } from "@rspack/plugin-react-refresh";
import { IntegrityPlugin } from "./integrity.ts";
import { MODULE_FEDERATION } from "./paths.ts";
import { RelocatablePlugin } from "./relocatable.ts";

export interface BuildOptions {
  /** Folder of the app or service. */
  folder: string;
  /** A developer's build: not minified, with fast refresh. */
  dev?: boolean;
  /** Address the files will be under; a build without one learns it from the page (relocatable.ts). */
  publicPath?: string;
}

/** Compiles as the tests do; `node` adds decorators with metadata, which Nest needs. */
export function typescriptRule(kind: "browser" | "node", dev = false): RuleSetRule {
  return {
    test: /\.tsx?$/,
    loader: "builtin:swc-loader",
    type: "javascript/auto",
    options: {
      jsc: {
        target: kind === "browser" ? "es2022" : "es2023",
        parser: { syntax: "typescript", tsx: true, decorators: kind === "node" },
        transform: {
          legacyDecorator: kind === "node",
          decoratorMetadata: kind === "node",
          react: { runtime: "automatic", development: dev, refresh: dev && kind === "browser" },
        },
        keepClassNames: kind === "node",
      },
    },
  };
}

/** What every build for the browser has in common. */
export function browserBase({ folder, dev, publicPath }: BuildOptions): Configuration {
  return {
    context: folder,
    mode: dev ? "development" : "production",
    devtool: dev ? "source-map" : false, // never eval: the page's policy forbids it
    target: ["web", "es2022"],
    output: {
      path: path.join(folder, "dist"),
      clean: true,
      publicPath: publicPath ?? "/",
      // Without a hash of theirs: a changed file would change all that name it. Addresses have one (asset-address.ts).
      filename: "[name].js",
      chunkFilename: "[name].js",
      cssFilename: "[name].css",
      cssChunkFilename: "[name].css",
      assetModuleFilename: "[name].[contenthash:8][ext]",
      crossOriginLoading: "anonymous",
    },
    resolve: {
      extensions: [".tsx", ".ts", ".mjs", ".js"],
      // The same icons without a style engine of their own: in a remote that would be a second one, without the page's
      // nonce.
      alias: { "@fluentui/react-icons/svg": "@fluentui/react-icons/headless/svg" },
    },
    module: {
      rules: [
        typescriptRule("browser", dev),
        { test: /\.css$/, type: "css/auto" },
        { test: /\.(png|svg|ico|woff2)$/, type: "asset/resource" },
      ],
    },
    optimization: { chunkIds: "deterministic", moduleIds: "deterministic", minimize: !dev },
    performance: { hints: false },
    stats: "errors-warnings",
    plugins: [
      dev ? new ReactRefreshRspackPlugin() : new IntegrityPlugin(),
      ...(publicPath === undefined ? [new RelocatablePlugin()] : []),
    ],
  };
}

/** Sentences of the federation runtime, which pages carry for nobody: its codes say as much (runtime/load-error.ts). */
const NO_SENTENCES = ["runtimeDescMap", "typeDescMap", "buildDescMap", "errorDescMap"]
  .map((name) => `export const ${name} = {};`)
  .join("");

/** The federation runtime without the sentences of its errors. */
export const withoutSentences = () =>
  new rspack.NormalModuleReplacementPlugin(/^\.\/desc\.mjs$/, (data) => {
    if (/[\\/]@module-federation[\\/]error-codes[\\/]dist$/.test(data.context))
      data.request = `data:text/javascript,${encodeURIComponent(NO_SENTENCES)}`;
  });

/** Path to one of the plugin's own packages, as the plugin writes it into the module that starts its runtime. */
const OWN_PACKAGE = /"[^"]*[\\/]node_modules[\\/](@module-federation[\\/])/g;

/**
 * The module that the federation plugin generates imports its runtime by the path of this folder, and the module's text
 * is its name, of which ids are made: the same sources would be another build elsewhere.
 */
const withoutFolder = () =>
  new rspack.NormalModuleReplacementPlugin(/^@module-federation\/runtime\/rspack\.js!=!data:/, (data) => {
    const start = data.request.indexOf(",") + 1;
    const source = decodeURIComponent(data.request.slice(start)).replace(OWN_PACKAGE, '"$1');
    data.request = data.request.slice(0, start) + encodeURIComponent(source);
  });

/**
 * The federation plugin injects CommonJS copies of its runtime beside the ESM copy that is imported: this leaves one.
 */
export const oneFederationRuntime = () => [
  withoutFolder(),
  withoutSentences(),
  ...[
    [
      /@module-federation[\\/]webpack-bundler-runtime[\\/]dist[\\/]index\.cjs$/,
      "webpack-bundler-runtime/dist/bundler.js",
    ],
    [
      /@module-federation[\\/]inject-external-runtime-core-plugin[\\/]dist[\\/]index\.cjs$/,
      "inject-external-runtime-core-plugin/dist/index.js",
    ],
    [/^@module-federation\/runtime$/, "runtime/dist/bundler.js"],
  ].map(
    ([from, to]) =>
      new rspack.NormalModuleReplacementPlugin(from as RegExp, path.join(MODULE_FEDERATION, to as string)),
  ),
];
