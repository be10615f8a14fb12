import { inflateSync } from "node:zlib";

/** Tags of TIFF 6.0, and of its supplements for tiles and predictors. */
const [WIDTH, BITS, COMPRESSION, STRIPS, SAMPLES, STRIP_SIZES] = [256, 258, 259, 273, 277, 279];
const [PREDICTOR, TILE_WIDTH, TILES, TILE_SIZES] = [317, 322, 324, 325];
/** As Adobe writes it, and as it was written before. */
const ZIP = new Set([8, 32_946]);
const NONE = 1;
const DIFFERENCES = 2;
const [SHORT, LONG] = [3, 4];
/** Bytes of all that is unpacked: 50 million pixels in colour. */
const MAX_UNPACKED = 200_000_000;

/** Whether a file begins as TIFF 6.0 does, in either order of bytes. */
export const isTiff = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0x49 && bytes[1] === 0x49 && bytes[2] === 42 && bytes[3] === 0) ||
  (bytes[0] === 0x4d && bytes[1] === 0x4d && bytes[2] === 0 && bytes[3] === 42);

/**
 * The first page of a TIFF with its strips or tiles unpacked where they are packed as in ZIP, the only usual way that
 * the engine of the recogniser does not know; others as they are.
 * @throws RangeError and others for what is damaged or too large
 */
export function withoutZip(bytes: Uint8Array): Uint8Array {
  const isLittle = bytes[0] === 0x49;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = view.getUint32(4, isLittle);
  const entries = new Map<number, number>();
  for (let at = 0; at < view.getUint16(first, isLittle); at += 1)
    entries.set(view.getUint16(first + 2 + at * 12, isLittle), first + 2 + at * 12);
  const numbers = (tag: number): number[] => {
    const entry = entries.get(tag);
    if (entry === undefined) return [];
    const size = view.getUint16(entry + 2, isLittle) === SHORT ? 2 : 4;
    const count = view.getUint32(entry + 4, isLittle);
    const from = count * size <= 4 ? entry + 8 : view.getUint32(entry + 8, isLittle);
    if (count * size > bytes.length) throw new RangeError("A list is longer than its file");
    return Array.from({ length: count }, (_, at) =>
      size === 2 ? view.getUint16(from + at * 2, isLittle) : view.getUint32(from + at * 4, isLittle),
    );
  };
  if (!ZIP.has(numbers(COMPRESSION)[0] ?? NONE)) return bytes;

  const isTiled = entries.has(TILES);
  const [places, sizes] = isTiled ? [TILES, TILE_SIZES] : [STRIPS, STRIP_SIZES];
  const lengths = numbers(sizes);
  let left = MAX_UNPACKED;
  const parts = numbers(places).map((place, at) => {
    const part = inflateSync(bytes.subarray(place, place + (lengths[at] ?? 0)), { maxOutputLength: left });
    left -= part.length;
    return part;
  });
  if (numbers(PREDICTOR)[0] === DIFFERENCES) {
    if (numbers(BITS).some((bits) => bits !== 8)) throw new RangeError("Differences of other than bytes");
    const samples = numbers(SAMPLES)[0] ?? 1;
    const width = numbers(isTiled ? TILE_WIDTH : WIDTH)[0] ?? 0;
    for (const part of parts) sumUp(part, width * samples, samples);
  }

  const lists = 8 * parts.length;
  const whole = Buffer.concat([bytes, Buffer.alloc(lists), ...parts]);
  const written = new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
  const set = (tag: number, type: number, count: number, value: number) => {
    const entry = entries.get(tag);
    if (entry === undefined) return;
    written.setUint16(entry + 2, type, isLittle);
    written.setUint32(entry + 4, count, isLittle);
    if (type === SHORT) written.setUint16(entry + 8, value, isLittle);
    else written.setUint32(entry + 8, value, isLittle);
  };
  const alone = parts.length === 1;
  let place = bytes.length + lists;
  for (const [at, part] of parts.entries()) {
    written.setUint32(bytes.length + at * 4, place, isLittle);
    written.setUint32(bytes.length + lists / 2 + at * 4, part.length, isLittle);
    if (alone) set(places, LONG, 1, place);
    if (alone) set(sizes, LONG, 1, part.length);
    place += part.length;
  }
  if (!alone) set(places, LONG, parts.length, bytes.length);
  if (!alone) set(sizes, LONG, parts.length, bytes.length + lists / 2);
  set(COMPRESSION, SHORT, 1, NONE);
  set(PREDICTOR, SHORT, 1, NONE);
  return whole;
}

/** Each byte was written as its difference from the one before in its row and colour. */
function sumUp(part: Uint8Array, row: number, samples: number) {
  for (let from = 0; from + row <= part.length && row > 0; from += row)
    for (let at = from + samples; at < from + row; at += 1) part[at] = (part[at]! + part[at - samples]!) & 255;
}
