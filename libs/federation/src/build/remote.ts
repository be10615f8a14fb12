import path from "node:path";
import { ModuleFederationPlugin } from "@module-federation/enhanced/rspack";
import type { Configuration } from "@rspack/core";
import { globalNameOf } from "../composition.ts";
import { type BuildOptions, browserBase, oneFederationRuntime } from "./base.ts";
import { sharedModules } from "./shared-modules.ts";

/** A remote: exposes `src/routes.tsx`, brings none of what the shell shares, knows no other remote. */
export function remoteConfig(options: BuildOptions): Configuration {
  const app = path.basename(options.folder);
  const base = browserBase(options);
  const globalName = globalNameOf(app, options.release);
  return {
    ...base,
    name: app,
    entry: {},
    output: { ...base.output, uniqueName: globalName },
    optimization: { ...base.optimization, splitChunks: { chunks: "async" } },
    plugins: [
      ...(base.plugins ?? []),
      new ModuleFederationPlugin({
        name: app,
        filename: "remoteEntry.js",
        exposes: { "./routes": "./src/routes.tsx" },
        library: { type: "var", name: globalName },
        shared: sharedModules("uses"),
        shareStrategy: "loaded-first",
        manifest: true,
        dts: false,
        experiments: { externalRuntime: true, optimization: { target: "web", disableSnapshot: true, disableRemote: true } },
      }),
      ...oneFederationRuntime(),
    ],
  };
}
