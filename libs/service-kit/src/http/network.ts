/**
 * What requests are counted by: an IPv4 address, or the /64 of an IPv6 one, which a customer holds at least. The port
 * that some proxies add to an address does not count, and an IPv4 address is the same written as IPv6
 * (::ffff:192.0.2.7).
 */
export function networkOf(ip: string): string {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(ip)?.[1] ?? ip;
  const four = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/i.exec(bare)?.[1];
  if (four) return four;
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(bare);
  if (mapped) {
    const bits = Number.parseInt(mapped[1]!, 16) * 65_536 + Number.parseInt(mapped[2]!, 16);
    return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".");
  }
  if (!bare.includes(":")) return bare;
  const [head = "", tail = ""] = bare.split("::");
  const before = head ? head.split(":") : [];
  const after = tail ? tail.split(":") : [];
  const groups = [...before, ...Array(Math.max(0, 8 - before.length - after.length)).fill("0"), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || "0", 16).toString(16))
    .join(":");
}
