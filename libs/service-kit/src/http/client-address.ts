import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";
import type { FastifyInstance } from "fastify";

/** Names that Fastify's `trustProxy` takes as well. */
const NAMED: Record<string, string[]> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/** Addresses, ranges ("10.0.0.0/8") and names of proxies whose X-Forwarded-For is believed. */
export function trustList(proxies: string[]): BlockList {
  const list = new BlockList();
  for (const entry of proxies.flatMap((proxy) => NAMED[proxy] ?? [proxy])) {
    const [address, prefix] = entry.split("/") as [string, string?];
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/**
 * Takes ports out of X-Forwarded-For before Fastify reads it. It knows no proxy that is named with its port, and would
 * count all who come through that one together; and it would take each port of a visitor for a visitor of its own.
 */
export function dropForwardedPorts(fastify: FastifyInstance): void {
  fastify.addHook("onRequest", ({ raw }, _reply, done) => {
    const forwarded = raw.headers["x-forwarded-for"];
    if (forwarded) raw.headers["x-forwarded-for"] = addressesIn(forwarded).map(plain).join(", ");
    done();
  });
}

const addressesIn = (forwarded: string | string[]) =>
  String(forwarded)
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Where a connection comes from: the nearest address that no trusted proxy named as its own. */
export function clientAddress(request: IncomingMessage, trusted: BlockList): string {
  const forwarded = addressesIn(request.headers["x-forwarded-for"] ?? "");
  let address = plain(request.socket.remoteAddress ?? "");
  while (trusted.check(address, isIPv6(address) ? "ipv6" : "ipv4") && forwarded.length)
    address = plain(forwarded.pop()!);
  return address;
}

/** An address without the port that some proxies add to it. */
const plain = (address: string) =>
  address
    .replace(/^\[(.+)\](?::\d+)?$/, "$1")
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1")
    .replace(/^::ffff:(?=\d+\.)/i, "");
