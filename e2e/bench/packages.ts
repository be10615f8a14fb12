// Which packages the bytes of an app's files belong to, by the source maps of its build.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { decode } from "@jridgewell/sourcemap-codec";
import { run } from "@tessera/federation/build/build-app.ts";
import { remoteConfig } from "@tessera/federation/build/remote.ts";
import { shellConfig } from "@tessera/federation/build/shell.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Characters of minified code by package. */
export type Packages = Map<string, number>;

/**
 * Builds an app once more, with source maps that are not part of what is released.
 * @param folder of the app, relative to the repository
 * @returns packages of each script by the first part of its name
 */
export async function packagesOf(folder: string): Promise<Map<string, Packages>> {
  const output = mkdtempSync(path.join(tmpdir(), "tessera-weight-"));
  try {
    const options = { folder: path.join(ROOT, folder) };
    const config = folder === "shell" ? shellConfig(options) : remoteConfig(options);
    // Full addresses of the sources: a source map's own would begin at the app's folder.
    const devtoolModuleFilenameTemplate = "[absolute-resource-path]";
    await run({
      ...config,
      devtool: "hidden-source-map",
      output: { ...config.output, path: output, devtoolModuleFilenameTemplate },
    });
    const scripts = readdirSync(output).filter((file) => file.endsWith(".js"));
    return new Map(scripts.map((file) => [file.split(".")[0]!, packagesIn(path.join(output, file))]));
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

function packagesIn(file: string): Packages {
  const lines = readFileSync(file, "utf8").split("\n");
  const { mappings, sources } = JSON.parse(readFileSync(`${file}.map`, "utf8")) as {
    mappings: string;
    sources: string[];
  };
  const sizes: Packages = new Map();
  for (const [index, segments] of decode(mappings).entries()) {
    for (const [at, [column, source]] of segments.entries()) {
      const end = segments[at + 1]?.[0] ?? lines[index]!.length;
      const name = packageOf(source === undefined ? "" : sources[source]!);
      sizes.set(name, (sizes.get(name) ?? 0) + end - column);
    }
  }
  return sizes;
}

/** An installed package, a part of this repository, or what the bundler wrote itself. */
export function packageOf(source: string): string {
  const [, installed] = [...source.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].at(-1) ?? [];
  if (installed) return installed;
  return /\/(libs\/(?:contracts\/|facades\/)?[^/]+|shell|remotes\/[^/]+)\/src\//.exec(source)?.[1] ?? "bundler";
}
