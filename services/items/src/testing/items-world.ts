import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { itemsClient } from "@tessera/contracts-items/items.ts";
import type { ServiceDefinition } from "@tessera/service-kit";
import { startServices, type World } from "@tessera/testing/services.ts";
import { subscriptionCheck } from "@tessera/testing/subscription-check.ts";
import { itemsServiceWith } from "../index.ts";
import { builtinTypes } from "../types/builtin.ts";
import type { PluginLoader } from "../types/registry.ts";
import { queueListener, type RecordedEvents } from "./queue-listener.ts";

export interface ItemsWorld extends World {
  /** What the billing service answers from now on: a billingStatus with the limit, or a status code of its failure. */
  billing: {
    status: "active" | "inactive" | number;
    cardLimit: number | null;
    storageLimit: number | null;
    calls: number;
    authorizations: string[];
  };
  /** What the queue was sent. */
  received: RecordedEvents;
  /** A new person with their client and token. */
  person(claims?: {
    userId?: string;
    email?: string;
  }): Promise<{ token: string; items: ReturnType<typeof itemsClient>; send: Send }>;
}
/** Sends one request as it is. */
export type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Response>;

/** The items service over HTTP, with a billing service beside it that answers as the real one does. */
export async function startItems(
  options: {
    environment?: Record<string, string>;
    types?: PluginLoader[];
    /** Services of other areas, beside it. */
    services?: ServiceDefinition[];
    logTo?: { write(line: string): void };
  } = {},
): Promise<ItemsWorld> {
  const billing: ItemsWorld["billing"] = {
    status: "active",
    cardLimit: null,
    storageLimit: null,
    calls: 0,
    authorizations: [],
  };
  const server = createServer((request, response) => {
    billing.calls += 1;
    billing.authorizations.push(request.headers.authorization ?? "");
    response.setHeader("content-type", "application/json");
    const { status, cardLimit, storageLimit } = billing;
    if (typeof status === "number") response.writeHead(status).end("{}");
    else response.end(JSON.stringify(subscriptionCheck({ billingStatus: status, cardLimit, storageLimit })));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const received: RecordedEvents = {
    opened: [],
    closed: [],
    welcomed: [],
    answered: [],
    met: [],
    assigned: [],
    takenBack: [],
    mails: [],
    notices: [],
  };
  const services = [
    itemsServiceWith([...builtinTypes, ...(options.types ?? [])]),
    queueListener(received),
    ...(options.services ?? []),
  ];
  const world = await startServices(services, {
    environment: {
      SERVICE_URLS: `billing=http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...options.environment,
    },
    logTo: options.logTo,
  });
  return {
    ...world,
    billing,
    received,
    person: async (claims?: { userId?: string; email?: string }) => {
      const token = await world.token(claims);
      const transport = world.client(token);
      const send: Send = (method, path, body, headers = {}) =>
        transport(path, {
          method,
          headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
          body:
            body === undefined || typeof body === "string" || Buffer.isBuffer(body)
              ? (body as BodyInit)
              : JSON.stringify(body),
        });
      return { token, items: itemsClient(transport), send };
    },
    stop: async () => {
      await world.stop();
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
