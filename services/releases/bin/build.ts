// tessera build [<app>]: builds the shell or a remote, and the service of a repository of its own.
import { performance } from "node:perf_hooks";
import { buildApp } from "@tessera/federation/build/build-app.ts";
import { appNamed, existingApp, readOptions, usage } from "./options.ts";
import { buildService, hasService } from "./own-service.ts";
import { command } from "./running-product.ts";

const HELP = `Usage: ${usage("build")} [<app>]

Builds the app into its dist, unless that was made of the same files, and the service of this repository into service/dist.`;

await command(false, async () => {
  const { positionals, values } = readOptions(HELP, {});
  if (values.help) return console.log(HELP);
  const [app] = appNamed(positionals, HELP);
  const start = performance.now();
  const { release, built } = await buildApp(existingApp(app));
  console.log(`${app} ${release.id}: ${built ? `built in ${Math.round(performance.now() - start)} ms` : "up to date"}`);
  if (hasService()) await buildService();
});
