import { deflateSync } from "node:zlib";
import { tiffOf } from "../files/testing/tiff.ts";
import { picture } from "../pictures/testing/pictures.ts";
import { isTiff, withoutZip } from "./tiff.ts";

const png = picture(12, 5).get_bytes();
const plain = tiffOf(png);
/** The strip, wherever the file says that it is. */
const stripOf = (tiff: Uint8Array) => {
  const bytes = Buffer.from(tiff);
  const entries = Array.from({ length: bytes.readUInt16LE(8) }, (_, at) => 10 + at * 12);
  const value = (tag: number) => bytes.readUInt32LE(entries.find((at) => bytes.readUInt16LE(at) === tag)! + 8);
  return [value(259), bytes.subarray(value(273), value(273) + value(279)).toString("hex")];
};

it("knows a TIFF by its beginning", () => {
  expect([isTiff(plain), isTiff(Buffer.from("MM\0*....", "latin1")), isTiff(png)]).toEqual([true, true, false]);
});

it("unpacks what is packed as in ZIP, with differences too, and leaves others as they are", () => {
  expect(withoutZip(plain)).toBe(plain);
  const packed = tiffOf(png, { compression: 8, pack: (strip) => deflateSync(strip) });
  expect(stripOf(withoutZip(packed))).toEqual(stripOf(plain));
  const differences = (strip: Uint8Array) => strip.map((byte, at) => (at % 12 ? (byte - strip[at - 1]!) & 255 : byte));
  const other = tiffOf(png, {
    compression: 32_946,
    pack: (strip) => deflateSync(differences(strip)),
    tags: [[317, 2]],
  });
  expect(stripOf(withoutZip(other))).toEqual(stripOf(plain));
});

it("takes no more than a picture may have, and says so of what is damaged", () => {
  const bomb = tiffOf(png, { compression: 8, pack: () => deflateSync(Buffer.alloc(200_000_001)) });
  expect(() => withoutZip(bomb)).toThrow();
  expect(() => withoutZip(plain.subarray(0, 12))).toThrow();
  expect(() => withoutZip(tiffOf(png, { compression: 8 }))).toThrow();
});
