import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a test's server sees it. */
export interface Call {
  method: string;
  /** "GET /api/items", without the query. */
  route: string;
  url: URL;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body parsed; null when there is none. */
  json: unknown;
}

export interface Answer {
  /** 200, or 204 without `json`. */
  status?: number;
  json?: unknown;
}

/** Checks an answer: a zod schema is one. */
interface Schema {
  safeParse(value: unknown): { success: boolean; error?: { message: string } };
}

/**
 * What a service answers by its contract, by route: "GET /api/items/:id". A part that begins with ":" stands for any.
 * The first that fits counts; null for an answer without a body.
 */
export type Contract = Record<string, Schema | null>;

export interface Loopback {
  origin: string;
  /** `fetch` against the server, as the shell's transport would. */
  http: (path: string, init?: RequestInit) => Promise<Response>;
  /** @throws Error when an answer did not keep the contract: the stand-in has drifted from the service */
  stop(): Promise<void>;
}

/** A service's side of the wire on loopback, with every answer of 2xx held against the contract. */
export async function startLoopback(answer: (call: Call) => Answer | Promise<Answer>, contract: Contract): Promise<Loopback> {
  const drift: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    const url = new URL(request.url ?? "/", "http://loopback");
    const method = request.method ?? "GET";
    const { status, json } = await answer({
      method,
      route: `${method} ${url.pathname}`,
      url,
      headers: request.headers,
      text,
      json: /json/.test(request.headers["content-type"] ?? "") && text ? JSON.parse(text) : null,
    });
    const code = status ?? (json === undefined ? 204 : 200);
    const fault = code < 300 ? faultOf(contract, method, url.pathname, json) : null;
    if (fault) drift.push(fault);
    response.writeHead(code, { "content-type": code < 400 ? "application/json" : "application/problem+json" });
    response.end(json === undefined ? undefined : JSON.stringify(json));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    http: (path, init) => fetch(origin + path, init),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      if (drift.length) throw new Error(`Answers that the service would never give:\n${drift.join("\n")}`);
    },
  };
}

/** Why an answer does not keep the contract, in a line; null when it does. */
function faultOf(contract: Contract, method: string, path: string, json: unknown): string | null {
  const parts = path.split("/");
  const fits = (route: string) => {
    const [verb, pattern = ""] = route.split(" ");
    const wanted = pattern.split("/");
    return verb === method && wanted.length === parts.length && wanted.every((part, at) => part.startsWith(":") || part === parts[at]);
  };
  const route = Object.keys(contract).find(fits);
  if (!route) return `${method} ${path} is in no contract`;
  const schema = contract[route];
  if (!schema) return json === undefined ? null : `${route} answers without a body`;
  const parsed = schema.safeParse(json);
  return parsed.success ? null : `${route}: ${parsed.error?.message}`;
}
