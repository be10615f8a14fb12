// Builds the workspace folder it is run in: `node ../../libs/federation/src/build/cli.ts` (the shell or a remote), `…
// cli.ts service`.
import { performance } from "node:perf_hooks";
import { buildApp, run } from "./build-app.ts";
import { serviceConfig } from "./service.ts";

const folder = process.cwd();
const start = performance.now();
try {
  if (process.argv[2] === "service") {
    await run(serviceConfig(folder));
    console.log(`built in ${elapsed()} ms`);
  } else {
    const { release, built } = await buildApp(folder);
    console.log(`${release.app} ${release.id}: ${built ? `built in ${elapsed()} ms` : "up to date"}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function elapsed() {
  return Math.round(performance.now() - start);
}
