import { readFileSync } from "node:fs";
import path from "node:path";
import type { Problem } from "@tessera/contracts-core/problem.ts";

/** The command was called wrongly: exit code 2. */
export class UsageError extends Error {}

export interface Target {
  /** Origin of the running product. */
  url: string;
  token: string;
}

/** Origin of the product: as given, else as `npm start` has it. @throws UsageError */
export function urlOf(
  given: string | undefined,
  environment: Record<string, string | undefined> = process.env,
): string {
  const url = (given ?? environment.PUBLIC_URL ?? `http://localhost:${environment.PORT ?? 4000}`).replace(/\/$/, "");
  if (!/^https?:\/\/[^/]+$/.test(url))
    throw new UsageError(`--to must be an origin like http://localhost:4000, not "${url}"`);
  return url;
}

/**
 * Where to publish and with which token: as given, else as a product started here by `npm start` has it.
 * @throws UsageError
 */
export function findTarget(app: string, options: { to?: string; token?: string }, environment = process.env): Target {
  const url = urlOf(options.to, environment);
  const token = options.token ?? environment.DEPLOY_TOKEN ?? tokenInDataFolder(app, environment.DATA_DIR ?? ".data");
  return { url, token };
}

function tokenInDataFolder(app: string, folder: string): string {
  const file = path.resolve(folder, "deploy-tokens.json");
  let tokens: Record<string, string>;
  try {
    tokens = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new UsageError(
      `No deploy token: give --token or DEPLOY_TOKEN, or start the product here first (npm start writes ${file})`,
    );
  }
  const token = tokens[app];
  if (!token)
    throw new UsageError(
      `${file} has no token for "${app}": the running product does not know this app. Restart it with npm start.`,
    );
  return token;
}

/**
 * Sends a request to the product.
 * @returns its answer, whatever it says.
 * @throws Error that says the product cannot be reached
 */
export async function reach(
  target: Target,
  method: string,
  address: string,
  body?: BodyInit,
  headers?: Record<string, string>,
): Promise<Response> {
  try {
    return await fetch(target.url + address, {
      method,
      body,
      headers: { authorization: `Bearer ${target.token}`, ...headers },
    });
  } catch (error) {
    throw new Error(
      `${target.url} cannot be reached (${(error as { cause?: { code?: string } }).cause?.code ?? "no answer"}). Is the product running?`,
    );
  }
}

/** @throws Error with the product's own sentence when it refused */
export async function accepted(target: Target, response: Response): Promise<Response> {
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new Error(problem?.detail ?? `${target.url} answered ${response.status}`);
}

/**
 * Sends a request to the product.
 * @throws Error with the product's own sentence, or one that says it cannot be reached
 */
export async function ask(
  target: Target,
  ...request: [method: string, address: string, body?: BodyInit, headers?: Record<string, string>]
) {
  return accepted(target, await reach(target, ...request));
}

/**
 * Runs a command and turns what it throws into a message and an exit code: 2 for wrong usage, 1 for everything else.
 */
export async function command(json: boolean, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (json) console.log(JSON.stringify({ error: message }));
    else console.error(message);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
