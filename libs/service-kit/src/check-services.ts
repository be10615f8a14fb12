import type { Type } from "@nestjs/common";
import { ModulesContainer } from "@nestjs/core";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { ConfigurationError } from "./config/environment.ts";
import type { KitConfig } from "./config/kit-config.ts";
import { ANY_SERVICE } from "./config/service-urls.ts";
import { addressesOf, type LoadedService, owns, type ServiceDefinition } from "./service-definition.ts";

/** What Nest keeps of a controller or a handler, "path" as a text or several. */
const PATH_METADATA = "path";

/** @throws ConfigurationError for a name in SERVICE_URLS that no service has; Error for two services of one address */
export function checkProduct(product: ServiceDefinition[], { serviceUrls }: KitConfig): void {
  const owners = new Map<string, string>();
  for (const service of product)
    for (const address of addressesOf(service)) {
      const other = owners.get(address);
      if (other) throw new Error(`The services ${other} and ${service.name} both say that they answer ${address}`);
      owners.set(address, service.name);
    }
  const names = product.map(({ name }) => name);
  const unknown = [...serviceUrls.keys()].filter((name) => name !== ANY_SERVICE && !names.includes(name));
  if (unknown.length)
    throw new ConfigurationError(
      `Configuration is not usable. Set these variables:\n  SERVICE_URLS: there is no service ${unknown.join(", ")}; there are ${names.join(", ")}`,
    );
}

/**
 * A gateway finds a service by the addresses that it declares: what it answers besides would be lost when it runs
 * elsewhere.
 * @throws Error naming the handlers
 */
export function checkAddresses(nest: NestFastifyApplication, services: LoadedService[]): void {
  const modules = [...nest.get(ModulesContainer).values()];
  const faults = services.flatMap((service) => {
    const own = addressesOf(service);
    const controllers = modules
      .filter(({ metatype }) => metatype === service.module)
      .flatMap((found) => [...found.controllers.values()]);
    const paths = controllers.flatMap(({ metatype }) => pathsOf(metatype as Type));
    const sockets = service.sockets.map(({ path }) => path);
    const foreign = [...paths, ...sockets].filter(
      (path) => !own.some((address) => owns(address === "/" ? "" : address, path)),
    );
    return foreign.map((path) => `  ${service.name} answers ${path}`);
  });
  if (faults.length)
    throw new Error(
      `Services answer at addresses that they do not declare (addresses in the definition):\n${faults.join("\n")}`,
    );
}

function pathsOf(controller: Type): string[] {
  const bases = [Reflect.getMetadata(PATH_METADATA, controller) ?? ""].flat() as string[];
  const names = Object.getOwnPropertyNames(controller.prototype).filter((name) => name !== "constructor");
  const handlers = names.flatMap((name) => {
    const handler: unknown = Object.getOwnPropertyDescriptor(controller.prototype, name)?.value;
    return typeof handler === "function"
      ? ([Reflect.getMetadata(PATH_METADATA, handler) ?? []].flat() as string[])
      : [];
  });
  return bases.flatMap((base) =>
    handlers.map((path) => `/${base}/${path}`.replaceAll(/\/+/g, "/").replace(/(.)\/$/, "$1")),
  );
}
