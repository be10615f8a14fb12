import { SERVICE_SUFFIX } from "@tessera/contracts-releases/releases.ts";
import type { Contracts } from "@tessera/service-kit";
import { ownerOf, type PathPrefixes } from "../apps/path-owner.ts";
import type { AnnouncedService } from "./process.store.ts";

/** Addresses that services answer are below it; a gateway looks for no announced one elsewhere. */
const API = "/api";

/** "hello-service" → "hello"; null for another app. */
export const serviceOf = (app: string): string | null =>
  app.endsWith(SERVICE_SUFFIX) && app.length > SERVICE_SUFFIX.length ? app.slice(0, -SERVICE_SUFFIX.length) : null;

/** A service that is in the product itself. */
export interface OwnService {
  name: string;
  addresses: string[];
}

const overlap = (one: string, other: string) =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);

/** Why a service's app may not be called so, or not have these paths: as sentences, none when it may. */
export function serviceFaults(app: string, prefixes: string[], product: OwnService[]): string[] {
  const name = serviceOf(app);
  if (name === null) return [`"${app}" does not end with "${SERVICE_SUFFIX}"`];
  const others = product.filter(({ addresses }) => !addresses.includes("/"));
  return [
    ...(product.some((own) => own.name === name) ? [`"${name}" is a service of the product itself`] : []),
    ...prefixes.flatMap((prefix) => {
      if (!prefix.startsWith(`${API}/`)) return [`${prefix} is not below ${API}`];
      const owner = others.find(({ addresses }) => addresses.some((address) => overlap(prefix, address)));
      return owner ? [`${prefix} is answered by the product's service ${owner.name}`] : [];
    }),
  ];
}

/** The announced service that was granted an address; null when it is another's, or nobody's. */
export function serviceAt(services: AnnouncedService[], prefixes: PathPrefixes, path: string): AnnouncedService | null {
  const owner = ownerOf(prefixes, path);
  return services.find(({ app }) => app === owner) ?? null;
}

/** What is served, with the contracts of announced services. */
export function withContracts(served: Contracts, services: AnnouncedService[]): Contracts {
  const all: Contracts = { ...served };
  for (const { app, processes } of services)
    for (const { contract } of processes) {
      const name = `contracts/${serviceOf(app)}`;
      if (contract !== null) all[name] = [...new Set([...(all[name] ?? []), contract])];
    }
  return all;
}
