/** A symbol's version with its bytes and how they are divided; ISO/IEC 18004, table 9, error correction M. */
export interface Size {
  version: number;
  /** Bytes of data and error correction together. */
  total: number;
  blocks: number;
  ecc: number;
}

/** Versions 1 to 20: total bytes, blocks, error correction bytes of a block. */
const sizes: Size[] = [
  [26, 1, 10],
  [44, 1, 16],
  [70, 1, 26],
  [100, 2, 18],
  [134, 2, 24],
  [172, 4, 16],
  [196, 4, 18],
  [242, 4, 22],
  [292, 5, 22],
  [346, 5, 26],
  [404, 5, 30],
  [466, 8, 22],
  [532, 9, 22],
  [581, 9, 24],
  [655, 10, 24],
  [733, 10, 28],
  [815, 11, 28],
  [901, 13, 26],
  [991, 14, 26],
  [1085, 16, 26],
].map(([total, blocks, ecc], index) => ({ version: index + 1, total: total!, blocks: blocks!, ecc: ecc! }));

export const eccPerBlock = (size: Size) => size.ecc;
const capacity = (size: Size) => size.total - size.blocks * size.ecc;
const lengthBits = (size: Size) => (size.version < 10 ? 8 : 16);

/** The smallest symbol that holds so many bytes. */
export function sizeFor(bytes: number): Size {
  const size = sizes.find((candidate) => 4 + lengthBits(candidate) + 8 * bytes <= 8 * capacity(candidate));
  if (!size)
    throw new RangeError(`A QR code of at most ${capacity(sizes.at(-1)!) - 3} bytes was asked to hold ${bytes}`);
  return size;
}

/** The text as the symbol's data bytes: mode, length, UTF-8, terminator, padding. */
export function bytesOf(text: string, size: Size): Uint8Array {
  const content = Buffer.from(text);
  let bits = `0100${content.length.toString(2).padStart(lengthBits(size), "0")}`;
  for (const byte of content) bits += byte.toString(2).padStart(8, "0");
  const room = 8 * capacity(size);
  bits += "0".repeat(Math.min(4, room - bits.length));
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, "0");
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  for (let filler = 0xec; bytes.length < capacity(size); filler ^= 0xec ^ 0x11) bytes.push(filler);
  return Uint8Array.from(bytes);
}

/** Divides data among the blocks (short ones first) and adds each one's error correction. */
export function blocks(data: Uint8Array, size: Size): { data: Uint8Array; ecc: Uint8Array }[] {
  const short = Math.floor(data.length / size.blocks);
  const longOnes = data.length % size.blocks;
  const generator = generatorOf(size.ecc);
  let from = 0;
  return Array.from({ length: size.blocks }, (_, index) => {
    const part = data.subarray(from, from + short + (index >= size.blocks - longOnes ? 1 : 0));
    from += part.length;
    return { data: part, ecc: remainder(part, generator) };
  });
}

/** Product in GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function times(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((other >>> bit) & 1) * one;
  }
  return product;
}

/** Coefficients of (x - 1)(x - 2)…(x - 2^(degree-1)), the leading 1 left out. */
function generatorOf(degree: number): Uint8Array {
  const result = new Uint8Array(degree);
  result[degree - 1] = 1;
  let root = 1;
  for (let round = 0; round < degree; round++) {
    for (let at = 0; at < degree; at++) result[at] = times(result[at]!, root) ^ (result[at + 1] ?? 0);
    root = times(root, 2);
  }
  return result;
}

/** Reed–Solomon remainder. */
function remainder(data: Uint8Array, generator: Uint8Array): Uint8Array {
  const rest = new Uint8Array(generator.length);
  for (const byte of data) {
    const factor = byte ^ rest[0]!;
    rest.copyWithin(0, 1);
    rest[rest.length - 1] = 0;
    for (let at = 0; at < rest.length; at++) rest[at]! ^= times(generator[at]!, factor);
  }
  return rest;
}
