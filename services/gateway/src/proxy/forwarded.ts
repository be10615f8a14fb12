import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";

/** Of one connection and not of the message (RFC 9110 §7.6.1), or what only a proxy that is trusted may say. */
const NOT_PASSED_ON = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "http2-settings",
  "expect",
  "forwarded",
  "x-real-ip",
]);

/** Who sent the request to the gateway, as the proxies in front that it trusts say. */
export interface Visitor {
  address: string;
  protocol: string;
  host: string;
  /** Headers that only a proxy in front may set, where the request came from none. */
  unbelieved: readonly string[];
}

/**
 * The headers of a request as another process gets them: the client's own, and who the client is in the gateway's
 * words.
 */
export function forwardedHeaders(
  headers: IncomingHttpHeaders,
  { address, protocol, host, unbelieved }: Visitor,
): OutgoingHttpHeaders {
  const named = String(headers.connection ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  const own = Object.entries(headers).filter(
    ([name]) =>
      !NOT_PASSED_ON.has(name) &&
      !name.startsWith("x-forwarded-") &&
      !named.includes(name) &&
      !unbelieved.includes(name),
  );
  return {
    ...Object.fromEntries(own),
    host,
    "x-forwarded-for": address,
    "x-forwarded-proto": protocol,
    "x-forwarded-host": host,
  };
}

/** An answer's headers without those of the connection between the processes. */
export const answeredHeaders = <T extends Record<string, unknown>>(headers: T): T =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.has(name))) as T;
