import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Configuration, rspack } from "@rspack/core";
import type { Release } from "../composition.ts";
import { readJson } from "./paths.ts";
import { describeRelease, RELEASE_FILE, readManifest } from "./release-file.ts";
import { releaseIdOf } from "./release-id.ts";
import { remoteConfig } from "./remote.ts";
import { hangWorkerConfig, serviceWorkerConfig, shellConfig } from "./shell.ts";

/** Runs one build. @throws Error with the compiler's report */
export function run(config: Configuration): Promise<void> {
  return new Promise((resolve, reject) => {
    const compiler = rspack(config);
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) reject(error);
        else if (stats?.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })));
        else resolve();
      });
    });
  });
}

/** Builds the shell or a remote into its `dist`, unless `dist` already holds this very release. */
export async function buildApp(folder: string): Promise<{ release: Release; built: boolean }> {
  const manifest = readManifest(folder);
  if (manifest.name !== path.basename(folder))
    throw new Error(`manifest.json of ${path.basename(folder)} says that its name is "${manifest.name}"`);
  const id = releaseIdOf(folder);
  const file = path.join(folder, "dist", RELEASE_FILE);
  if (existsSync(file)) {
    const present = readJson<Release>(file);
    if (present.id === id) return { release: present, built: false };
  }
  if (manifest.name === "shell") {
    await run(shellConfig({ folder, release: id }));
    await run(hangWorkerConfig({ folder, release: id }));
    await buildServiceWorker(folder, id);
  } else {
    await run(remoteConfig({ folder, release: id }));
  }
  const release = describeRelease(folder, id);
  writeFileSync(file, JSON.stringify(release, null, 2)); // last: its presence says that the build is whole
  return { release, built: true };
}

async function buildServiceWorker(folder: string, id: string): Promise<void> {
  if (!existsSync(path.join(folder, "src/sw.ts"))) return;
  const precached = readdirSync(path.join(folder, "dist")).filter((file) => /\.(js|css)$/.test(file));
  await run(serviceWorkerConfig({ folder, release: id }, precached.sort()));
}
