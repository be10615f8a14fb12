import { existsSync } from "node:fs";
import path from "node:path";
import { rspack } from "@rspack/core";
import { run } from "../build/build-app.ts";
import { ROOT, readJson } from "../build/paths.ts";
import { serviceConfig } from "../build/service.ts";
import { describe, packageFolder } from "./compile.ts";
import type { Description } from "./packages.ts";

const NAME = "@tessera/build";
/** Loaded by name when a build with fast refresh runs. */
const BY_NAME = ["react-refresh"];

/**
 * Makes the package of the command `tessera`: our code in one bundle, packages from npm beside it.
 * @returns its folder
 */
export async function bundleCommand(stage: string, packages: Description[]): Promise<string> {
  const folder = packageFolder(stage, NAME);
  const needed = new Set(BY_NAME);
  const config = serviceConfig(path.join(ROOT, "services/releases"));
  await run({
    ...config,
    name: NAME,
    devtool: false,
    entry: { tessera: "./bin/tessera.ts" },
    output: { ...config.output, path: path.join(folder, "dist") },
    externals: [
      ({ request }, callback) => {
        if (!request || /^(\.|\/|@tessera\/)/.test(request)) return callback();
        const name = request.split("/", request.startsWith("@") ? 2 : 1).join("/");
        if (existsSync(path.join(ROOT, "node_modules", name))) needed.add(name);
        return callback(undefined, request);
      },
    ],
    // It leaves out what it does not use, and the packages that only that needs.
    optimization: { ...config.optimization, sideEffects: true },
    plugins: [new rspack.BannerPlugin({ banner: "#!/usr/bin/env node", raw: true, entryOnly: true })],
  });
  const versionOf = (name: string) =>
    readJson<{ version: string }>(path.join(ROOT, "node_modules", name, "package.json")).version;
  const dependencies = Object.fromEntries([...needed].sort().map((name) => [name, versionOf(name)]));
  const { version } = readJson<Description>(path.join(ROOT, "libs/federation/package.json"));
  return describe(folder, {
    name: NAME,
    version,
    license: "MIT",
    type: "module",
    bin: { tessera: "dist/tessera.js" },
    files: ["dist"],
    dependencies,
    /** What `tessera new` writes into a new repository. */
    tessera: {
      packages: Object.fromEntries([...packages.map(({ name, version }) => [name, version]), [NAME, version]]),
      /** Of the service kit: what a service imports besides has the same versions. */
      service: packages.find(({ name }) => name === "@tessera/service-kit")?.dependencies,
    },
  });
}
