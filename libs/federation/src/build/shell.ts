import { ModuleFederationPlugin } from "@module-federation/enhanced/rspack";
import type { Configuration } from "@rspack/core";
import { type BuildOptions, browserBase, oneFederationRuntime } from "./base.ts";
import { sharedModules } from "./shared-modules.ts";
import { shellChunks } from "./shell-chunks.ts";

/** The shell: starts at `src/boot.ts`, provides the shared modules, knows no remote. */
export function shellConfig(options: BuildOptions): Configuration {
  const base = browserBase(options);
  return {
    ...base,
    name: "shell",
    entry: { boot: "./src/boot.ts" },
    output: { ...base.output, uniqueName: "tessera_shell" },
    optimization: { ...base.optimization, splitChunks: shellChunks() },
    plugins: [
      ...(base.plugins ?? []),
      new ModuleFederationPlugin({
        name: "shell",
        remotes: {},
        shared: sharedModules("provides"),
        shareStrategy: "loaded-first",
        manifest: true,
        dts: false,
        experiments: { provideExternalRuntime: true, optimization: { target: "web", disableSnapshot: true } },
      }),
      ...oneFederationRuntime(),
    ],
  };
}
