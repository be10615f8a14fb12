import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import {
  type Application,
  type ApplicationOptions,
  ConfigurationError,
  createApplication,
  DataFolderInUse,
  exitOnUnhandledErrors,
  Log,
  ProblemException,
  StartError,
} from "@tessera/service-kit";
import type { Releases } from "@tessera/service-releases/operator";
import { chosen } from "./choice.ts";
import { settings } from "./services.ts";

// With two cores, threads that collect garbage side by side take them from requests, which then wait for all of them.
if (availableParallelism() <= 2) setFlagsFromString("--no-parallel-scavenge");

/** Built folders of the shell and the remotes, below the workspace this process was started in. */
const builtApps = () =>
  ["shell/dist", ...readdirSync("remotes").map((area) => `remotes/${area}/dist`)].map((folder) => resolve(folder));

/** Ms between attempts to publish what needs services that do not run yet. */
const PUBLISH_RETRY_MS = 1_000;

type Variables = Record<string, string | undefined>;

/** Runs these services, all of them without names, until the process is told to end. */
export function runServices(names: string[], variables: Variables, opening: ApplicationOptions["opening"]): void {
  start(names, settings(variables), opening).catch(end);
}

/** Replaces a secret of the installation, and ends. */
export function rotateSecret(args: string[], environment: Variables): void {
  import("./rotate.ts")
    .then(({ rotate }) => rotate(args, { environment }))
    .then(console.log)
    .catch(end);
}

async function start(names: string[], environment: Variables, opening: ApplicationOptions["opening"]): Promise<void> {
  const { services, elsewhere } = chosen(names, environment);
  const application = await createApplication(services, { environment, elsewhere, opening });
  exitOnUnhandledErrors(application.log);
  const runs = (name: string) => services.some((service) => service.name === name);
  const releases = runs("releases") ? await releasesOf(application) : null;
  if (!elsewhere.length) await releases?.publishBuilt(builtApps()).then(report);
  const address = await application.listen();
  endOnSignals(application);
  if (runs("gateway")) console.log(`\nTessera runs at ${application.config.publicUrl}\n`);
  else console.log(`\nTessera's ${services.map(({ name }) => name).join(", ")} run at ${address}\n`);
  if (elsewhere.length && releases) await publishWhenServed(releases);
}

async function releasesOf({ nest }: Application): Promise<Releases> {
  const { Releases } = await import("@tessera/service-releases/operator");
  return nest.get(Releases, { strict: false });
}

const report = (published: { app: string; release: string }[]) => {
  for (const { app, release } of published) console.log(`Published ${app} ${release}`);
};

/** Remotes need services that other processes may be about to start: what is built is published when all are there. */
async function publishWhenServed(releases: Releases): Promise<void> {
  for (let waits = false; ; waits = true) {
    try {
      return report(await releases.publishBuilt(builtApps()));
    } catch (error) {
      if (!(error instanceof ProblemException) || error.code !== "requirements_unmet") throw error;
      if (!waits) console.log(`${error.detail} It is published when the service runs.`);
      await new Promise((again) => setTimeout(again, PUBLISH_RETRY_MS));
    }
  }
}

function endOnSignals(application: Application): void {
  let ending = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (ending) process.exit(1);
      ending = true;
      console.log("Ending: requests and jobs under way are finished first. Once more to end at once.");
      application.close().then(
        () => process.exit(0),
        (error) => {
          application.log.error({ err: error }, "Tessera could not end in order");
          process.exit(1);
        },
      );
    });
  }
}

/** Says why it cannot start. */
function end(error: NodeJS.ErrnoException): void {
  const expected = [ConfigurationError, DataFolderInUse, StartError].some((known) => error instanceof known);
  if (error.code === "EADDRINUSE")
    console.error("The port is in use by another program. Set PORT to a free one: PORT=4100 npm start");
  else if (expected) console.error(error.message);
  else new Log("error").error({ err: error }, "Tessera could not start");
  process.exit(1);
}
