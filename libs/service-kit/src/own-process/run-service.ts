import { releasesClient } from "@tessera/contracts-releases/client.ts";
import { SERVICE_SUFFIX } from "@tessera/contracts-releases/releases.ts";
import { createApplication } from "../application.ts";
import { ConfigurationError, Environment, parseConfig } from "../config/environment.ts";
import { DataFolderInUse } from "../database/data-lock.ts";
import { StartError } from "../database/start-error.ts";
import { Log } from "../log.ts";
import { addressesOf, type ServiceDefinition } from "../service-definition.ts";
import { exitOnUnhandledErrors } from "../unhandled-errors.ts";
import { Announcement } from "./announcement.ts";
import { OwnProcessConfigSchema } from "./own-process-config.ts";

/**
 * Runs a service of a repository of its own as this process, until a signal ends it: on the product's database, or,
 * while it is developed, on an embedded one of its own. The product sends it requests as long as it announces itself.
 * What stops the start is printed, and the exit code 1.
 */
export async function runService(service: ServiceDefinition, environment = process.env): Promise<void> {
  try {
    await start(service, environment);
  } catch (error) {
    const expected = [ConfigurationError, DataFolderInUse, StartError].some((known) => error instanceof known);
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE")
      console.error("The port is in use by another program. Set PORT to a free one.");
    else if (expected) console.error((error as Error).message);
    else new Log("error").error({ err: error }, "The service could not start");
    process.exit(1);
  }
}

async function start(service: ServiceDefinition, given: Record<string, string | undefined>): Promise<void> {
  const environment = { ...given };
  environment.LOG_LEVEL ||= "warn";
  // The gateway is on this machine while nothing else is said: requests come from it.
  if (environment.NODE_ENV !== "production") environment.TRUSTED_PROXIES ||= "loopback";
  requireProduct(environment);
  const declared = { ...service, config: [...(service.config ?? []), OwnProcessConfigSchema] };
  const { DEPLOY_TOKEN: token, SERVICE_ORIGIN } = parseConfig(OwnProcessConfigSchema, new Environment(environment));
  // Signals are taken from here on: one that comes while the process starts ends it afterwards, in order.
  const stop = new Promise<void>((ended) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ended());
  });
  const application = await createApplication([declared], { environment, guest: Boolean(environment.DATABASE_URL) });
  exitOnUnhandledErrors(application.log);
  await application.listen();
  const { originOf, internalUrl } = application.config;
  const product = originOf("releases");
  const api = releasesClient((path, init) =>
    fetch(product + path, { ...init, headers: { ...init?.headers, authorization: `Bearer ${token}` } }),
  );
  const announcement = new Announcement(
    api,
    `${service.name}${SERVICE_SUFFIX}`,
    {
      name: service.name,
      title: service.title,
      origin: SERVICE_ORIGIN ?? new URL(internalUrl).origin,
      addresses: addressesOf(service),
      contract: service.contract ?? null,
    },
    application.log,
    (refusal) =>
      refusal === null
        ? console.log(`${service.title} runs, and ${product} sends it ${addressesOf(service).join(", ")}.`)
        : console.error(`${product} sends no requests here: ${refusal}`),
  );
  await announcement.start();
  await stop;
  console.log("Ending: requests and jobs under way are finished first.");
  await announcement.end();
  await application.close();
  process.exit(0);
}

function requireProduct(environment: Record<string, string | undefined>): void {
  const faults: string[] = [];
  const production = environment.NODE_ENV === "production";
  if (!environment.PUBLIC_URL) faults.push("PUBLIC_URL: the address at which people reach the product");
  if (production && !environment.DATABASE_URL)
    faults.push(
      "DATABASE_URL: the product's database. A service on one of its own learns of no deleted account; that is for development",
    );
  if (production && !environment.TRUSTED_PROXIES)
    faults.push("TRUSTED_PROXIES: the address of the gateway's process. Limits count who sent a request to it");
  if (faults.length)
    throw new ConfigurationError(
      `Configuration is not usable. Set these variables:\n${faults.map((fault) => `  ${fault}`).join("\n")}`,
    );
}
