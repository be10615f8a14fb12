import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Problem } from "@tessera/contracts-core/problem.ts";

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

/** One operation of a contract. */
export interface Operation {
  /** Of the JSON that a request carries; without it any is taken. */
  body?: Schema;
  /** Of a request's query, as its strings. */
  query?: Schema;
  /** Of an answer of 2xx; null for one without a body. */
  answer: Schema | null;
  /** Of an answer of 2xx: 200 unless given, 204 without a body. */
  status?: number;
}

/**
 * A service's operations by route: "GET /api/items/:id". A part that begins with ":" stands for any; the first that
 * fits counts.
 */
export type Contract = Record<string, Operation>;

export interface Loopback {
  origin: string;
  /** `fetch` against the server, as the shell's transport would. */
  http: (path: string, init?: RequestInit) => Promise<Response>;
  /** @throws Error when an answer did not keep the contract: the stand-in has drifted from the service */
  stop(): Promise<void>;
}

/** A service's side of the wire on loopback, with every request and every answer held against the contract. */
export async function startLoopback(
  answer: (call: Call) => Answer | Promise<Answer>,
  contract: Contract,
): Promise<Loopback> {
  const drift: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    const url = new URL(request.url ?? "/", "http://loopback");
    const method = request.method ?? "GET";
    const call: Call = {
      method,
      route: `${method} ${url.pathname}`,
      url,
      headers: request.headers,
      text,
      json: /json/.test(request.headers["content-type"] ?? "") && text ? JSON.parse(text) : null,
    };
    const { status, json, failure } = await attempt(answer, call);
    const code = status ?? (json === undefined ? 204 : 200);
    const fault = failure ?? faultOf(contract, call, code, json);
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
      if (drift.length) throw new Error(`What the service would neither take nor answer:\n${drift.join("\n")}`);
    },
  };
}

/** An answer, also of a stand-in that throws: its page must not wait for it until the test ends. */
async function attempt(
  answer: (call: Call) => Answer | Promise<Answer>,
  call: Call,
): Promise<Answer & { failure?: string }> {
  try {
    return await answer(call);
  } catch (error) {
    const detail = String(error);
    const json = { type: "about:blank", title: "The stand-in failed", status: 500, code: "stand_in_failed", detail };
    return { status: 500, json, failure: `${call.route} failed: ${detail}` };
  }
}

/** Why a request or its answer does not keep the contract, in a line; null when they do. */
function faultOf(contract: Contract, { method, url, json: sent }: Call, code: number, json: unknown): string | null {
  const parts = url.pathname.split("/");
  const fits = (route: string) => {
    const [verb, pattern = ""] = route.split(" ");
    const wanted = pattern.split("/");
    return (
      verb === method &&
      wanted.length === parts.length &&
      wanted.every((part, at) => part.startsWith(":") || part === parts[at])
    );
  };
  const route = Object.keys(contract).find(fits);
  const operation = route && contract[route];
  if (!operation) return `${method} ${url.pathname} is in no contract`;
  if (code >= 400) return messageOf(`${route} refuses`, Problem, json);
  const { body, query, answer, status = answer ? 200 : 204 } = operation;
  return (
    (body && messageOf(`${route} is sent`, body, sent)) ??
    (query && messageOf(`${route} is asked`, query, Object.fromEntries(url.searchParams))) ??
    (code === status ? null : `${route} answers ${status}, not ${code}`) ??
    (answer
      ? messageOf(`${route} answers`, answer, json)
      : json === undefined
        ? null
        : `${route} answers without a body`)
  );
}

function messageOf(what: string, schema: Schema, value: unknown): string | null {
  const parsed = schema.safeParse(value);
  return parsed.success ? null : `${what}: ${parsed.error?.message}`;
}
