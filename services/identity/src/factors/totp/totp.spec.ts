import { qrModules, qrSvg } from "./qr-code.ts";
import { codeAt, keyUri, newSecret, rightStep, stepAt } from "./totp.ts";

/** "12345678901234567890" of RFC 6238, appendix B, in base32. */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = (seconds: number) => new Date(seconds * 1000);

describe("codes by time", () => {
  it.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("are RFC 6238's at %d s", (seconds, code) => {
    expect(codeAt(RFC_SECRET, stepAt(at(seconds)))).toBe(code);
  });

  it("are right one step early and late, and no further", () => {
    const step = stepAt(at(1111111111));
    const right = [-2, -1, 0, 1, 2].map((shift) =>
      rightStep(RFC_SECRET, codeAt(RFC_SECRET, step + shift), at(1111111111), null),
    );
    expect(right).toEqual([null, step - 1, step, step + 1, null]);
  });

  it("are right once: neither the last step taken nor one before it counts again", () => {
    const step = stepAt(at(1111111111));
    const taken = (shift: number) => rightStep(RFC_SECRET, codeAt(RFC_SECRET, step + shift), at(1111111111), step);
    expect([taken(-1), taken(0), taken(1)]).toEqual([null, null, step + 1]);
  });

  it("come from secrets of 160 random bits", () => {
    const secrets = new Set(Array.from({ length: 50 }, newSecret));
    expect(secrets.size).toBe(50);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it("are described to an app by an address that survives odd names", () => {
    const uri = new URL(keyUri("ABC", "A & B", "ada+x@example.com"));
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      "otpauth:",
      "totp",
      "/A & B:ada+x@example.com",
    ]);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: "ABC",
      issuer: "A & B",
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
  });
});

describe("QR codes", () => {
  /** Version 1-M of "tessera" as read back by an independent decoder. */
  const TESSERA = `
#######..#..#.#######
#.....#.#.###.#.....#
#.###.#...#...#.###.#
#.###.#..###..#.###.#
#.###.#.###.#.#.###.#
#.....#...#.#.#.....#
#######.#.#.#.#######
.........#.##........
#.#.#.#...##....#..#.
.####....##...##...##
###...####..#...#####
##.#.#..#.....#....#.
#...###...#.#.#.##.##
........#.##.#.###..#
#######..#.#.#####.##
#.....#..#####.##...#
#.###.#.##.#.##.##.##
#.###.#..##...#.##.#.
#.###.#.##..#..###..#
#.....#..#....#....#.
#######.#.#.#.###..##`;
  it("grow with their text, up to what they can hold", () => {
    const sides = [1, 14, 15, 62, 213, 666].map((bytes) => qrModules("x".repeat(bytes)).length);
    expect(sides).toEqual([21, 21, 25, 33, 57, 97]);
    expect(() => qrModules("x".repeat(667))).toThrow(RangeError);
  });

  it("are drawn as plain SVG with a quiet border", () => {
    const svg = qrSvg("tessera");
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 29 29"/);
    expect(svg).not.toMatch(/script|href|style=|url\(/);
    expect(svg.match(/M(\d+) (\d+)h1v1h-1z/)?.slice(1)).toEqual(["4", "4"]);
  });

  it("are read back as what was written", () => {
    expect(
      qrModules("tessera")
        .map((row) => row.map((dark) => (dark ? "#" : ".")).join(""))
        .join("\n"),
    ).toBe(TESSERA.trim());
  });
});
