import { rspack } from "@rspack/core";
import { remoteConfig } from "./remote.ts";

/**
 * Builds a remote into `output`, and again at every change of its sources, until it is ended. `built` is called after
 * each build, with the compiler's report when it failed: what was built before is left as it was then.
 * @returns what ends it
 */
export function watchRemote(
  folder: string,
  output: string,
  built: (failure: string | null) => void,
): () => Promise<void> {
  const config = remoteConfig({ folder });
  const compiler = rspack({
    ...config,
    devtool: "source-map",
    output: { ...config.output, path: output, clean: false },
    // The page's React is a production build: so is this, to be read by people.
    optimization: { ...config.optimization, minimize: false, emitOnErrors: false },
  });
  const watching = compiler.watch({}, (error, stats) => {
    const report = stats?.hasErrors() ? stats.toString({ all: false, errors: true }) : null;
    built(error ? error.message : report);
  });
  return () => new Promise((ended) => watching.close(() => compiler.close(() => ended())));
}
