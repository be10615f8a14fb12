import { PhotonImage } from "@cf-wasm/photon";

/** A picture as a TIFF of one strip of grey bytes. @param compression as TIFF names it; `pack` packs the strip so */
export function tiffOf(
  picture: Uint8Array,
  { compression = 1, pack = (strip: Uint8Array) => strip, tags = [] as [number, number][] } = {},
): Buffer {
  const image = PhotonImage.new_from_byteslice(picture);
  const [width, height] = [image.get_width(), image.get_height()];
  const pixels = image.get_raw_pixels();
  const grey = pack(Uint8Array.from({ length: width * height }, (_, at) => pixels[at * 4]!));
  const entries: [number, number][] = [
    ...([
      ...[
        [256, width],
        [257, height],
        [258, 8],
        [259, compression],
        [262, 1],
        [277, 1],
        [278, height],
      ],
      [279, grey.length],
    ] as [number, number][]),
    ...tags,
  ];
  const place = 8 + 2 + (entries.length + 1) * 12 + 4;
  const all = [...entries, [273, place] as [number, number]].toSorted(([a], [b]) => a - b);
  const head = Buffer.alloc(place);
  head.write("II*\0", "latin1");
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(all.length, 8);
  for (const [at, [tag, value]] of all.entries()) {
    head.writeUInt16LE(tag, 10 + at * 12);
    head.writeUInt16LE(4, 12 + at * 12);
    head.writeUInt32LE(1, 14 + at * 12);
    head.writeUInt32LE(value, 18 + at * 12);
  }
  return Buffer.concat([head, grey]);
}
