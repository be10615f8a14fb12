import { ConfigurationError, type ServiceDefinition } from "@tessera/service-kit";
import { services } from "./services.ts";

type Environment = Record<string, string | undefined>;

/**
 * What this process runs, and what other processes run beside it. @param names of services; all of them without
 * @throws ConfigurationError for names that are none, and for settings with which several processes are no one product
 */
export function chosen(
  names: string[],
  environment: Environment,
): { services: ServiceDefinition[]; elsewhere: ServiceDefinition[] } {
  const all = services(environment);
  if (!names.length) {
    if (environment.SERVICE_URLS && !environment.DATABASE_URL) throw unusable([DATABASE]);
    return { services: all, elsewhere: [] };
  }
  const unknown = names.filter((name) => !all.some((service) => service.name === name));
  if (unknown.length)
    throw new ConfigurationError(
      `There is no service ${unknown.join(", ")} to run. There are: ${all.map(({ name }) => name).join(", ")}.`,
    );
  const own = all.filter(({ name }) => names.includes(name));
  const elsewhere = all.filter(({ name }) => !names.includes(name));
  if (elsewhere.length) requireOneProduct(own, elsewhere, environment);
  return { services: own, elsewhere };
}

const DATABASE =
  "DATABASE_URL: name a PostgreSQL server. Several processes are one product by one database, and the embedded one has a single process";

function requireOneProduct(own: ServiceDefinition[], elsewhere: ServiceDefinition[], environment: Environment): void {
  const faults: string[] = [];
  if (!environment.DATABASE_URL) faults.push(DATABASE);
  if (own.some(({ name }) => name === "gateway")) {
    const named = (environment.SERVICE_URLS ?? "").split(",").map((entry) => entry.split("=")[0]!.trim());
    const lost = elsewhere.filter(({ name }) => !named.includes(name) && !named.includes("*")).map(({ name }) => name);
    if (lost.length)
      faults.push(`SERVICE_URLS: say where ${lost.join(", ")} ${lost.length > 1 ? "run" : "runs"}, as name=origin`);
  } else {
    if (!environment.PUBLIC_URL)
      faults.push("PUBLIC_URL: the address at which people reach the gateway, the same in every process");
    if (!environment.TRUSTED_PROXIES)
      faults.push(
        "TRUSTED_PROXIES: the address of the gateway's process. All requests come from it; limits count who sent them to it",
      );
  }
  if (faults.length) throw unusable(faults);
}

const unusable = (faults: string[]) =>
  new ConfigurationError(
    `Configuration is not usable. Set these variables:\n${faults.map((fault) => `  ${fault}`).join("\n")}`,
  );
