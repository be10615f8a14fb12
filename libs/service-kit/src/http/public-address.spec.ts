import { isPublicAddress } from "./public-address.ts";

/** First and last address of each range that is not of the public internet, and its name in the registries of IANA. */
const ranges = [
  ["0.0.0.0", "0.255.255.255", "this network"],
  ["10.0.0.0", "10.255.255.255", "private use"],
  ["100.64.0.0", "100.127.255.255", "shared by a provider's customers (CGNAT)"],
  ["127.0.0.0", "127.255.255.255", "loopback"],
  ["169.254.0.0", "169.254.255.255", "link-local, where clouds keep their metadata"],
  ["172.16.0.0", "172.31.255.255", "private use"],
  ["192.0.0.0", "192.0.0.255", "protocol assignments"],
  ["192.0.2.0", "192.0.2.255", "documentation"],
  ["192.88.99.0", "192.88.99.255", "6to4 relays"],
  ["192.168.0.0", "192.168.255.255", "private use"],
  ["198.18.0.0", "198.19.255.255", "benchmarks"],
  ["198.51.100.0", "198.51.100.255", "documentation"],
  ["203.0.113.0", "203.0.113.255", "documentation"],
  ["224.0.0.0", "239.255.255.255", "multicast"],
  ["240.0.0.0", "255.255.255.255", "reserved, and broadcast"],
  ["::", "::1", "unspecified and loopback"],
  ["::ffff:0.0.0.0", "::ffff:255.255.255.255", "IPv4 mapped"],
  ["64:ff9b::", "64:ff9b::ffff:ffff", "IPv4 translated (NAT64)"],
  ["64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", "IPv4 translated, local use"],
  ["100::", "100::ffff:ffff:ffff:ffff", "discard only"],
  ["2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "protocol assignments, Teredo among them"],
  ["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "documentation"],
  ["2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "IPv4 inside (6to4)"],
  ["3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "documentation"],
  ["4000::", "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "not allocated as global unicast"],
  ["fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "unique-local"],
  ["fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "link-local"],
  ["fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "site-local"],
  ["ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "multicast"],
] as const;

/** Addresses of the public internet right before and after those ranges. */
const beside = [
  ...["1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0"],
  ...["169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0"],
  ...["192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0", "198.17.255.255"],
  ...["198.20.0.0", "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255"],
  ...["2001:200::", "2001:db7:ffff::", "2001:db9::", "2003::", "3ffe:ffff::", "3fff:1000::"],
  ...["1.1.1.1", "93.184.216.34", "2606:4700::1111", "2a00:1450:4001::200e"],
];

describe("an address", () => {
  it.each(ranges)("from %s to %s (%s) is not of the public internet", (first, last) => {
    expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false]);
  });

  it.each(["fd00:ec2::254", "::ffff:169.254.169.254", "::ffff:7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::"])(
    "%s, which leads inwards by a detour, is not",
    (address) => expect(isPublicAddress(address)).toBe(false),
  );

  it.each(["localhost", "", "127.1", "0x7f.0.0.1", "2130706433", "1.1.1.1 ", "fe80::1%eth0"])(
    "%j, which is not written as an address, is not",
    (text) => expect(isPublicAddress(text)).toBe(false),
  );

  it.each(beside)("%s is", (address) => expect(isPublicAddress(address)).toBe(true));
});
