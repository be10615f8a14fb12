import { z } from "zod";
import type { KitConfig } from "./config/kit-config.ts";
import { addressesOf, type ServiceDefinition } from "./service-definition.ts";

/** What a process says of itself at /api/health. */
const State = z.object({ services: z.array(z.string()) });

/** Ms for which an answer holds: everybody may ask for a process's health. */
const CACHE_TTL_MS = 2_000;
const REQUEST_TIMEOUT_MS = 2_000;

/** A service of the product that runs in another process. */
export interface ServiceElsewhere {
  name: string;
  title: string;
  /** What it answers, with all below. */
  addresses: string[];
  origin: string;
}

export type Reached = "ok" | "unreachable" | "not there";

/** The services of other processes, as this one reaches them. */
export class Elsewhere {
  readonly services: ServiceElsewhere[];
  /** Every service of the product, wherever it runs. */
  readonly product: Pick<ServiceElsewhere, "name" | "addresses">[];
  private known: { at: number; states: Promise<Record<string, Reached>> } | null = null;

  constructor(config: Pick<KitConfig, "originOf">, elsewhere: ServiceDefinition[], here: ServiceDefinition[]) {
    this.product = [...here, ...elsewhere].map((service) => ({
      name: service.name,
      addresses: addressesOf(service),
    }));
    this.services = elsewhere.map((service) => ({
      name: service.name,
      title: service.title,
      addresses: addressesOf(service),
      origin: config.originOf(service.name),
    }));
  }

  /**
   * By service: "unreachable" when its process does not answer, "not there" when another process answers at its origin.
   */
  reached(): Promise<Record<string, Reached>> {
    const now = performance.now();
    if (!this.known || now - this.known.at > CACHE_TTL_MS) this.known = { at: now, states: this.ask() };
    return this.known.states;
  }

  private async ask(): Promise<Record<string, Reached>> {
    const found = new Map<string, string[] | null>();
    const origins = [...new Set(this.services.map(({ origin }) => origin))];
    await Promise.all(origins.map(async (origin) => found.set(origin, await servicesAt(origin))));
    const stateOf = (name: string, there: string[] | null): Reached => {
      if (!there) return "unreachable";
      return there.includes(name) ? "ok" : "not there";
    };
    return Object.fromEntries(this.services.map(({ name, origin }) => [name, stateOf(name, found.get(origin)!)]));
  }
}

/** Of its own services alone: two processes that ask each other of each other would never answer. */
async function servicesAt(origin: string): Promise<string[] | null> {
  try {
    const response = await fetch(`${origin}/api/health?own`, {
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      redirect: "error",
    });
    const state = State.safeParse(await response.json());
    return response.ok && state.success ? state.data.services : null;
  } catch {
    return null;
  }
}
