import type { IncomingMessage } from "node:http";
import fastify from "fastify";
import { clientAddress, dropForwardedPorts, trustList } from "./client-address.ts";
import { networkOf } from "./network.ts";

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded ? { "x-forwarded-for": forwarded } : {},
  }) as unknown as IncomingMessage;

it.each([
  ["nobody is trusted", [], from("127.0.0.1", "1.2.3.4"), "127.0.0.1"],
  ["the proxy is trusted", ["10.0.0.0/8"], from("::ffff:10.1.2.3", "6.6.6.6, 1.2.3.4"), "1.2.3.4"],
  ["two proxies are trusted", ["loopback", "10.0.0.7"], from("::1", "6.6.6.6, 1.2.3.4, 10.0.0.7"), "1.2.3.4"],
  ["proxies name ports", ["10.0.0.0/8"], from("10.1.2.3", "6.6.6.6, 1.2.3.4:4001, 10.0.0.7:80"), "1.2.3.4"],
  ["a proxy names a port of IPv6", ["loopback"], from("::1", "[2001:db8::7]:4001"), "2001:db8::7"],
  ["all that is named is trusted", ["loopback"], from("127.0.0.1"), "127.0.0.1"],
])("names whom a connection is counted for when %s", (_name, proxies, request, address) => {
  expect(clientAddress(request, trustList(proxies))).toBe(address);
});

it.each([
  ["a visitor", "203.0.113.9:4001", "203.0.113.9"],
  ["a visitor of IPv6", "[2001:db8::7]:4001", "2001:db8::7"],
  ["a proxy", "203.0.113.9:4001, 10.0.0.7:80", "203.0.113.9"],
  ["a proxy, behind what a visitor invents", "6.6.6.6:1, 203.0.113.9:4001, 10.0.0.7:80", "203.0.113.9"],
])("gives requests the address without its port where %s is named with one", async (_who, forwarded, address) => {
  const server = fastify({ trustProxy: ["127.0.0.1", "10.0.0.7"] });
  dropForwardedPorts(server as never);
  server.get("/", ({ ip }) => ip);
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  const answer = await fetch(url, { headers: { "x-forwarded-for": forwarded } });
  expect(await answer.text()).toBe(address);
  await server.close();
});

it.each([
  ["203.0.113.7", "203.0.113.7"],
  ["203.0.113.7:4001", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["[2001:db8:1:2::1]:4001", "2001:db8:1:2"],
  ["2001:db8:1:2:a:b:c:d", "2001:db8:1:2"],
  ["2001:db8:1:2::1", "2001:db8:1:2"],
  ["2001:0DB8:0001:2:ffff::", "2001:db8:1:2"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::1", "0:0:0:0"],
])("counts %s with all of %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
