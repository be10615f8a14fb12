import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Configuration, rspack } from "@rspack/core";
import type { Release } from "../composition.ts";
import { buildHandbook } from "./handbook.ts";
import { isBuilt, keepInputs } from "./inputs.ts";
import { appOf, readJson } from "./paths.ts";
import { describeFiles, describeRelease, RELEASE_FILE, readManifest } from "./release-file.ts";
import { remoteConfig } from "./remote.ts";
import { hangWorkerConfig, serviceWorkerConfig, shellConfig, WORKERS_FOLDER, workersConfig } from "./shell.ts";

/** Runs one build. @returns the files it read @throws Error with the compiler's report */
export function run(config: Configuration): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const compiler = rspack(config);
    compiler.run((error, stats) => {
      const read = [...(stats?.compilation.fileDependencies ?? [])];
      compiler.close(() => {
        if (error) reject(error);
        else if (stats?.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })));
        else resolve(read);
      });
    });
  });
}

/** Builds the shell or a remote into its `dist`, unless `dist` was made of the same. */
export async function buildApp(folder: string): Promise<{ release: Release; built: boolean }> {
  const manifest = readManifest(folder);
  if (manifest.name !== appOf(folder))
    throw new Error(`manifest.json of ${appOf(folder)} says that its name is "${manifest.name}"`);
  const file = path.join(folder, "dist", RELEASE_FILE);
  if (isBuilt(folder)) return { release: readJson<Release>(file), built: false };
  const read = manifest.name === "shell" ? await buildShell(folder) : await run(remoteConfig({ folder }));
  buildHandbook(folder);
  const release = describeRelease(folder);
  writeFileSync(file, JSON.stringify(release, null, 2));
  keepInputs(folder, read);
  return { release, built: true };
}

async function buildShell(folder: string): Promise<string[]> {
  const read = [...(await run(shellConfig({ folder }))), ...(await run(hangWorkerConfig({ folder })))];
  const workers = path.join(folder, "src", WORKERS_FOLDER);
  if (existsSync(workers)) {
    const names = readdirSync(workers).map((file) => path.parse(file).name);
    read.push(...(await run(workersConfig({ folder }, names))));
  }
  if (!existsSync(path.join(folder, "src/sw.ts"))) return read;
  const precached = describeFiles(path.join(folder, "dist")).filter(({ path: file }) => /^[^/]+\.(js|css)$/.test(file));
  return [...read, ...(await run(serviceWorkerConfig({ folder }, precached)))];
}
