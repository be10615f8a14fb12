import type { Transport } from "@tessera/contracts-core/client.ts";
import { type Area, exportsOf } from "./areas.ts";

/** What one method of a typed client sends. */
export interface Operation {
  /** `itemsClient.update` is "update". */
  name: string;
  /** `PATCH /api/items/{id}` */
  request: string;
}

/** A parameter of a client's method: it stands for itself wherever the method writes it. */
class Placeholder {
  constructor(name: string) {
    Object.defineProperty(this, "toString", { value: () => `__${name}__` });
  }
}

/** The requests of every method of an area's client, found by calling each one. Nothing is sent. */
export async function operationsOf(area: Area): Promise<Operation[]> {
  const operations: Operation[] = [];
  for (const [name, make] of Object.entries(exportsOf(area, "client.ts"))) {
    if (!name.endsWith("Client") || typeof make !== "function") continue;
    const client = make as (transport: Transport) => Record<string, (...parameters: unknown[]) => unknown>;
    const methods = Object.keys(client(async () => new Response(null, { status: 204 })));
    for (const method of methods) operations.push({ name: method, request: await requestOf(client, method) });
  }
  return operations;
}

async function requestOf(
  client: (transport: Transport) => Record<string, (...all: unknown[]) => unknown>,
  method: string,
) {
  let sent = "";
  const call = client(async (path, init) => {
    sent = `${init?.method ?? "GET"} ${path.split("?")[0]!.replaceAll(/__(\w+?)__/g, "{$1}")}`;
    return new Response(null, { status: 204 });
  })[method]!;
  const answer = call(...parametersOf(call).map((name) => new Placeholder(name)));
  if (isStream(answer)) await answer.next();
  else await answer;
  if (!sent) throw new Error(`The method ${method} sends no request`);
  return sent;
}

/** Names of a function's parameters, as its source has them. */
function parametersOf(call: (...all: never[]) => unknown): string[] {
  const list = /^(?:async\s*)?(?:function\s*\*?\s*\w*\s*)?\(([^)]*)\)/.exec(call.toString())?.[1];
  if (list === undefined) return [/^(?:async\s+)?(\w+)/.exec(call.toString())![1]!];
  return list
    .split(",")
    .map((one) => /^\s*(\w+)/.exec(one)?.[1] ?? "")
    .filter((one) => one !== "");
}

const isStream = (value: unknown): value is AsyncGenerator =>
  typeof value === "object" && value !== null && "next" in value;
