import { BlockList, isIPv6 } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * RFC 1918, RFC 6598, RFC 3927, RFC 4193, RFC 4291: addresses that say nothing about a place outside the local network.
 */
const local = new BlockList();
local.addSubnet("10.0.0.0", 8, "ipv4");
local.addSubnet("172.16.0.0", 12, "ipv4");
local.addSubnet("192.168.0.0", 16, "ipv4");
local.addSubnet("100.64.0.0", 10, "ipv4");
local.addSubnet("169.254.0.0", 16, "ipv4");
local.addSubnet("fc00::", 7, "ipv6");
local.addSubnet("fe80::", 10, "ipv6");

/** The stored place, or a description of a local address; null where only the address itself is known. */
export function placeOf(stored: string | null, address: string | null): string | null {
  if (stored || !address) return stored;
  const family = isIPv6(address) ? "ipv6" : "ipv4";
  if (loopback.check(address, family)) return "The computer that Tessera runs on";
  return local.check(address, family) ? "Local network" : null;
}
