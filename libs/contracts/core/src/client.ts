import type { Problem } from "./problem.ts";
import { isProblem, ProblemError } from "./problem-error.ts";

/** How much of a request's body has been sent, in bytes. */
export interface UploadProgress {
  sent: number;
  total: number;
}

export interface TransportInit extends RequestInit {
  /** Called while the body is sent; a transport that cannot measure that never calls it. */
  onUploadProgress?: (progress: UploadProgress) => void;
}

/** How a typed client reaches its service: `fetch` and the caller's access token with it. */
export type Transport = (path: string, init?: TransportInit) => Promise<Response>;

export interface RequestOptions {
  query?: Record<string, string | number | boolean | undefined>;
  json?: unknown;
  body?: BodyInit;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Sent as `Idempotency-Key`: the same key never writes twice. */
  idempotencyKey?: string;
  onUploadProgress?: TransportInit["onUploadProgress"];
}

/** A path with its query; values that are undefined or empty are left out. */
export function withQuery(path: string, query: RequestOptions["query"] = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== "") search.set(key, String(value));
  return search.size ? `${path}?${search}` : path;
}

/** Sends one request and parses the answer's JSON. @throws ProblemError for every status that is not 2xx */
export async function request<T>(
  transport: Transport,
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<T> {
  const headers: Record<string, string> = { accept: "application/json", ...options.headers };
  if (options.json !== undefined) headers["content-type"] = "application/json";
  if (options.idempotencyKey) headers["idempotency-key"] = options.idempotencyKey;
  const response = await transport(withQuery(path, options.query), {
    method,
    headers,
    body: options.json !== undefined ? JSON.stringify(options.json) : options.body,
    signal: options.signal,
    ...(options.onUploadProgress ? { onUploadProgress: options.onUploadProgress } : {}),
  });
  if (!response.ok) throw new ProblemError(await problemOf(response));
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}

/** Asks for a file; `T` names it in a contract. @throws ProblemError for every status that is not 2xx */
export async function download<T extends Blob>(transport: Transport, path: string, signal?: AbortSignal): Promise<T> {
  const response = await transport(path, { signal });
  if (!response.ok) throw new ProblemError(await problemOf(response));
  return (await response.blob()) as T;
}

/** The problem that an answer which is not 2xx carries; one in our words where it carries none. */
export async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  if (isProblem(body)) return body;
  return {
    type: "about:blank",
    title: response.statusText || "Error",
    status: response.status,
    code: "unexpected_answer",
    detail: `The server answered ${response.status} without saying why. Nothing was changed; try again.`,
  };
}
