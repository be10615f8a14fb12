import { BlockList, isIP } from "node:net";

/**
 * Addresses that are not of the public internet: IANA's special-purpose registries for IPv4 and IPv6, and the ranges
 * that carry an IPv4 address inside (they are refused whole, so that none leads inwards by a detour).
 */
const PRIVATE = new BlockList();
for (const [address, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  PRIVATE.addSubnet(address, bits, "ipv4");

/** Global unicast is 2000::/3; all else of IPv6 is refused, and these parts of it. */
const GLOBAL_V6 = new BlockList();
GLOBAL_V6.addSubnet("2000::", 3, "ipv6");
const PRIVATE_V6 = new BlockList();
for (const [address, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  PRIVATE_V6.addSubnet(address, bits, "ipv6");

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !PRIVATE.check(address, "ipv4");
  if (family === 6) return GLOBAL_V6.check(address, "ipv6") && !PRIVATE_V6.check(address, "ipv6");
  return false;
}
