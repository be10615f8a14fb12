import { existsSync } from "node:fs";
import path from "node:path";
import { run } from "@tessera/federation/build/build-app.ts";
import { IS_INSTALLED, ROOT } from "@tessera/federation/build/paths.ts";
import { serviceConfig } from "@tessera/federation/build/service.ts";

const FOLDER = path.join(ROOT, "service");

/** What `tessera build` makes of the service of a repository of its own. */
export const SERVICE_PROCESS = path.join(FOLDER, "dist/main.js");

/** Whether this is a repository of its own with a service in it. */
export const hasService = (): boolean => IS_INSTALLED && existsSync(path.join(FOLDER, "src/main.ts"));

export async function buildService(): Promise<void> {
  await run(serviceConfig(FOLDER));
  console.log(`${path.relative(ROOT, SERVICE_PROCESS)} is built.`);
}
