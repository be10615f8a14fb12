import { isPublicAddress } from "./public-address.ts";

describe("addresses", () => {
  it.each([
    ...[
      "127.0.0.1",
      "10.1.2.3",
      "172.16.0.1",
      "192.168.1.1",
      "169.254.169.254",
      "100.64.0.1",
      "0.0.0.0",
      "224.0.0.1",
      "255.255.255.255",
    ],
    ...[
      "198.18.0.1",
      "192.0.2.1",
      "::1",
      "::",
      "::ffff:127.0.0.1",
      "::ffff:10.0.0.1",
      "fe80::1",
      "fc00::1",
      "fd00:ec2::254",
      "ff02::1",
    ],
    ...["64:ff9b::7f00:1", "2002:7f00:1::", "2001::1", "2001:db8::1", "localhost", ""],
  ])("%s is not of the public internet", (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(["1.1.1.1", "93.184.216.34", "2606:4700::1111", "2a00:1450:4001::200e"])("%s is", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});
